import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { Task } from "../store/index.ts";
import { type ReadInput, readList } from "./read.ts";

const read: Task<ReadInput, Preflight> = readList;

/** What this room runs in worker threads. */
export const listTasks = { "lists.read": read };
export type ListTasks = typeof listTasks;
