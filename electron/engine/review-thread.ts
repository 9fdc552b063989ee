import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { serveReader } from "./results/index.ts";

/** Entry of the reader thread, which holds open results in memory and runs queries on them. */
const start = z.object({ dataDir: z.string() });

if (parentPort !== null) serveReader(parentPort, start.parse(workerData).dataDir);
