import { loadRooms } from "../../electron/engine/task-table.ts";

// What threads run is loaded before the tests, as everything else is: a constant that a test loads would count as covered by
// it, but have its value before the mutant is active.
await loadRooms();
await import("../../electron/engine/results/review/thread/serve.ts");
