import type { z } from "zod";

/** Schemas of a bridge call. Times are in Unix ms, sizes in bytes. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> {
  return { input, output };
}
