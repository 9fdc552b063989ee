import { programFiles } from "../program-files.ts";
import { takeEnvironment } from "../take-environment.ts";
import { runCli } from "./cli.ts";
import { onInterruption } from "./interruption.ts";
import { outliveLostOutput } from "./terminal/lost-output.ts";

outliveLostOutput();
const interruption = onInterruption();
const { stdin, stdout, stderr } = process;
const env = takeEnvironment(process.env);
process.exitCode = await runCli(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  interruption,
  files: programFiles(),
});
interruption.release();
