import type { ReadingFlags } from "../../reading/reading-flags.ts";
import type { SpeechOptions } from "../../terminal/speech.ts";
import type { AccountChoice } from "../accounts.ts";

export interface CleanOptions extends AccountChoice, ReadingFlags, SpeechOptions {
  readonly out: string;
  readonly overwrite?: boolean;
  readonly keep?: string;
  readonly withVerdicts?: boolean;
  readonly keepDuplicates?: boolean;
  readonly keepEmpty?: boolean;
  readonly allColumns?: boolean;
  readonly maxCredits?: string;
  readonly limit?: string;
  readonly again?: boolean;
  readonly yes?: boolean;
  readonly waitForCredits?: boolean;
  readonly dryRun?: boolean;
}
