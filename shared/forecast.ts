import { VERDICTS } from "./verdicts.ts";

/** The verdict of an address before it is sent to; `none` if it has no verdict. */
export const STANDINGS = [...VERDICTS, "none"] as const;
export type Standing = (typeof STANDINGS)[number];
