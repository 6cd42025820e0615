/** Whoever has deleted their account leaves no notes of deals in this browser either. */
import { forget } from "./promises.js";

forget();
