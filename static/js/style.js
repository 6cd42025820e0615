/** The page of building blocks: everything on it works. */

import * as blocks from "./blocks.js";
import * as toast from "./toast.js";

blocks.start();
toast.start();
