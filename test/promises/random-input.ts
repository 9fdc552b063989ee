import { z } from "zod";
import { type EngineCallName, engineCalls } from "../../shared/bridge.ts";
import type { Random } from "./random.ts";

/** The parts of JSON Schema that the bridge uses. */
const schemaSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
});

/** Returns a plausible value for a field, or `undefined` if none is known. */
export type KnownValues = (field: string, random: Random) => unknown;

const ODD_TEXTS = [
  "",
  "a",
  "x@y.example",
  "../..",
  "=1+1",
  "\u0000",
  "ÄÖ\u202e",
  "0",
  "a".repeat(300),
] as const;
const ODD_NUMBERS = [0, 1, 2, 7, 100, -1, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER] as const;

/** Returns a random input that matches the call's schema, with known values where possible. */
export function randomInput(name: EngineCallName, known: KnownValues, random: Random): unknown {
  const schema = z.toJSONSchema(engineCalls[name].input, { io: "input", unrepresentable: "any" });
  return someValue(schema, "", known, random);
}

function someValue(given: unknown, field: string, known: KnownValues, random: Random): unknown {
  const schema = schemaSchema.parse(given);
  const value = known(field, random);
  if (value !== undefined && random.chance(0.85)) return value;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return someValue(random.pick(either), field, known, random);
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case "object": {
      const required = new Set(schema.required ?? []);
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => required.has(key) || random.chance(0.4))
          .map(([key, own]) => [key, someValue(own, key, known, random)]),
      );
    }
    case "array":
      return Array.from({ length: (schema.minItems ?? 0) + random.below(3) }, () =>
        someValue(schema.items, field, known, random),
      );
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number": {
      const low = Math.max(schema.minimum ?? 0, 0);
      const high = Math.min(schema.maximum ?? 20, low + 20);
      return random.chance(0.9) ? low + random.below(high - low + 1) : random.one(ODD_NUMBERS);
    }
    case "string":
      return random.one(ODD_TEXTS);
    default:
      return null;
  }
}
