/** Every task that a worker thread can run, by name. Each room brings its own. */
export const tasks = {};

export type EngineTasks = typeof tasks;
