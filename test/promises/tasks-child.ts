// The thread of tasks, on a disk that may be full.
import "./full-disk.ts";
import { workers } from "../support/built-workers.ts";

await import(workers.tasks.href);
