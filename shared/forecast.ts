import { VERDICTS } from "./verdicts.ts";

/** What is known of an address before it is sent to: its verdict, or that it has none. */
export const STANDINGS = [...VERDICTS, "none"] as const;
export type Standing = (typeof STANDINGS)[number];
