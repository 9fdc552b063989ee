import { EXIT } from "./exit-codes.ts";

/**
 * Where the reader of standard output has had enough (`winnow lists | head`) the command goes on to its end without it,
 * and ends with its own exit code. Where standard output cannot be written the command ends in words; what counts is
 * committed before.
 */
export function endOnLostOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    void sayLost(error).finally(() => process.exit(EXIT.input));
  });
  // Words that nobody can read any more change nothing.
  process.stderr.on("error", () => {});
}

async function sayLost(error: NodeJS.ErrnoException): Promise<void> {
  const { lostOutput } = await import("./refusals.ts");
  await new Promise<void>((resolve) => process.stderr.write(`${lostOutput(error)}\n`, () => resolve()));
}
