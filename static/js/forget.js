/** Whoever is deleted leaves nothing behind in this browser either: no notes of deals, nothing of the visit. */
import { forget } from "./promises.js";

forget();
sessionStorage.clear();
