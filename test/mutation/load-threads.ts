import { loadRooms } from "../../electron/engine/task-table.ts";

// Loads the code of threads before the tests. Otherwise a test that loads a constant would cover it, but the constant
// would be evaluated before the mutant is active.
await loadRooms();
await import("../../electron/engine/results/review/thread/worker.ts");
