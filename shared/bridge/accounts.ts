import { z } from "zod";
import { call } from "./call.ts";

export const accountIdSchema = z.string().min(1).max(200);
const labelSchema = z.string().trim().min(1).max(80);
export const keySchema = z.string().trim().min(1).max(500);
const baseUrlSchema = z.string().max(2000);

const balanceSchema = z.object({ credits: z.int(), readAt: z.number() });

export const accountSchema = z.object({
  id: accountIdSchema,
  label: z.string(),
  kind: z.enum(["service", "sandbox"]),
  baseUrl: z.string(),
  /** The last four characters of the key; `null` if the account has no key. */
  keyHint: z.string().nullable(),
  /**
   * `stored`: in the keychain. `session`: in memory for this run only. `locked`: saved, but the keychain is locked.
   * `elsewhere`: given for another URL than the account's, and never sent to this one.
   */
  keyState: z.enum(["stored", "session", "locked", "missing", "elsewhere"]),
  balance: balanceSchema.nullable(),
  /** Credits promised to cleanings that have not been started yet. */
  reserved: z.int(),
  /** Configured by the environment, for this run only. */
  fromEnvironment: z.boolean().optional(),
});
export type Account = z.infer<typeof accountSchema>;

const one = z.object({ id: accountIdSchema });

export const accountCalls = {
  "accounts.list": call(z.object({}), z.object({ accounts: z.array(accountSchema) })),
  /** Validates the key by reading the balance, then stores it. A `null` `baseUrl` means the default service URL. */
  "accounts.add": call(
    z.object({ label: labelSchema, baseUrl: baseUrlSchema.nullable(), apiKey: keySchema }),
    accountSchema,
  ),
  /** Starts the embedded sandbox if needed and returns its account. */
  "accounts.sandbox": call(z.object({}), accountSchema),
  "accounts.rename": call(z.object({ id: accountIdSchema, label: labelSchema }), accountSchema),
  "accounts.replaceKey": call(z.object({ id: accountIdSchema, apiKey: keySchema }), accountSchema),
  /** Changes the account's URL after the new URL has accepted the key. */
  "accounts.changeAddress": call(
    z.object({ id: accountIdSchema, baseUrl: baseUrlSchema, apiKey: keySchema }),
    accountSchema,
  ),
  "accounts.remove": call(one, z.object({})),
  "accounts.refresh": call(one, accountSchema),
} as const;
