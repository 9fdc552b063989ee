import { EXIT } from "../exit-codes.ts";

/**
 * Has the command come to its end, and end with its own code, also when nobody takes what it prints: a reader that has had
 * enough (`winnow lists | head`) changes nothing. Where standard output cannot be written that is said, once; a command that
 * came to nothing worse ends with 2.
 */
export function outliveLostOutput(): void {
  let isSaid = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || isSaid) return;
    isSaid = true;
    process.once("exit", () => {
      if (!process.exitCode) process.exitCode = EXIT.input;
    });
    void sayLost(error);
  });
  // Words that nobody can read any more change nothing.
  process.stderr.on("error", () => {});
}

async function sayLost(error: NodeJS.ErrnoException): Promise<void> {
  const { lostOutput } = await import("../refusals.ts");
  process.stderr.write(`${lostOutput(error)}\n`);
}
