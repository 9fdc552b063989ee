import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { z } from "zod";
import { OUTCOMES, type Outcome } from "../../../shared/mail-outcomes.ts";
import { root } from "../../support/winnow.ts";

/** A documented reply, the outcome that it states for the recipient's address (`null` if none), and its source. */
export type ServerReply = readonly [reply: string, outcome: Outcome | null, source: string];

const rowsSchema = z.array(
  z.tuple([
    z.string().transform((reply) => reply.replaceAll("\\n", "\n")),
    z.enum(["", ...OUTCOMES]),
    z.string(),
  ]),
);
const text = readFileSync(join(root, "test/fixtures/server-replies.csv"), "utf8");

export const SERVER_REPLIES: readonly ServerReply[] = rowsSchema
  .parse(Papa.parse(text.trim()).data.slice(1))
  .map(([reply, outcome, source]) => [reply, outcome === "" ? null : outcome, source]);
