/** The page of an invitation. */

import { start } from "./invite.js";

start();
