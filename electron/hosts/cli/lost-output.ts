import { EXIT } from "./exit-codes.ts";

/**
 * Ends the command in order when nobody takes what it prints: quietly where the reader has had enough (`winnow lists |
 * head`), in words where standard output cannot be written. What counts is committed before.
 */
export function endOnLostOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.done);
    void sayLost(error).finally(() => process.exit(EXIT.input));
  });
  // Words that nobody can read any more change nothing.
  process.stderr.on("error", () => {});
}

async function sayLost(error: NodeJS.ErrnoException): Promise<void> {
  const { lostOutput } = await import("./refusals.ts");
  await new Promise<void>((resolve) => process.stderr.write(`${lostOutput(error)}\n`, () => resolve()));
}
