import type { Benchmark } from "../bench-context.ts";
export const pageBenchmark: Benchmark = { name: "page", run: async () => [] };
