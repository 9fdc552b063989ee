import type { Command, RunOptions } from "../run.ts";
import type { SpeechOptions } from "../terminal/speech.ts";

/** What the declared commands do, once one of them is given. */
export interface CommandRunner {
  /** Runs what `load` answers, which is loaded only now. */
  run(load: () => Promise<Command>, speech: SpeechOptions, session?: RunOptions): Promise<void>;
  sandbox(): Promise<void>;
}
