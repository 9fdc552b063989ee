/** That people were suppressed too late not to be paid for. `n` writes a number. */
export function suppressedSentSentence(addresses: number, n: (value: number) => string): string {
  return addresses === 1
    ? "1 address came onto a suppression list only after it was sent: it was paid for, and is in no file that is written from now on."
    : `${n(addresses)} addresses came onto a suppression list only after they were sent: they were paid for, and are in no file that is written from now on.`;
}
