import type { z } from "zod";

/** One call of the bridge: what may be asked and what is answered. Times are Unix milliseconds, sizes bytes. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> {
  return { input, output };
}
