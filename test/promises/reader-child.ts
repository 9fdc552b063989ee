// The reader thread, on the simulated disk.
import "./full-disk.ts";
import { workers } from "../support/built-workers.ts";

await import(workers.reader.href);
