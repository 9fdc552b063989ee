import { count } from "./numbers.ts";

/** That people were suppressed too late not to be paid for. */
export function suppressedSentSentence(addresses: number): string {
  return addresses === 1
    ? "1 address came onto a suppression list only after it was sent: it was paid for, and is in no file that is written from now on."
    : `${count(addresses)} addresses came onto a suppression list only after they were sent: they were paid for, and are in no file that is written from now on.`;
}
