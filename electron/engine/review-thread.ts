import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { serveReader } from "./results/index.ts";

/** The entry of the reader's thread: it holds open results in memory and answers questions about them. */
const start = z.object({ dataDir: z.string() });

if (parentPort !== null) serveReader(parentPort, start.parse(workerData).dataDir);
