// The thread that answers questions, on a disk that may be full.
import "./full-disk.ts";
import { workers } from "../support/built-workers.ts";

await import(workers.reader.href);
