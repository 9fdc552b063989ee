/** How a command is asked to speak. */
export interface SpeechOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}
