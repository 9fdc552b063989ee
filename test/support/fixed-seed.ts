import fc from "fast-check";
import { SEED } from "./long.ts";

fc.configureGlobal({ seed: SEED });
