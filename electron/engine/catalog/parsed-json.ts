import { z } from "zod";

/** Returns a schema of a JSON column: parses the text and validates the value with `schema`. */
export const parsedJson = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.output<T> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: parsed.error.message });
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
    }
    return z.NEVER;
  });
