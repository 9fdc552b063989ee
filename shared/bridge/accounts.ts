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
  /** The key's last four characters; null when the account has none. */
  keyHint: z.string().nullable(),
  /**
   * `stored`: in the keychain. `session`: in memory for this run only. `locked`: saved, keychain locked. `elsewhere`: given
   * for another address than the account's, and not sent to it.
   */
  keyState: z.enum(["stored", "session", "locked", "missing", "elsewhere"]),
  balance: balanceSchema.nullable(),
  /** Credits promised to cleanings that have not been started yet. */
  reserved: z.int(),
  /** From the environment, for this run only. */
  fromEnvironment: z.boolean().optional(),
});
export type Account = z.infer<typeof accountSchema>;

const one = z.object({ id: accountIdSchema });

export const accountCalls = {
  "accounts.list": call(z.object({}), z.object({ accounts: z.array(accountSchema) })),
  /** Checks the key against the balance, then stores it. `baseUrl` null: the service's own address. */
  "accounts.add": call(
    z.object({ label: labelSchema, baseUrl: baseUrlSchema.nullable(), apiKey: keySchema }),
    accountSchema,
  ),
  /** Starts the embedded sandbox if need be and answers its account. */
  "accounts.sandbox": call(z.object({}), accountSchema),
  "accounts.rename": call(z.object({ id: accountIdSchema, label: labelSchema }), accountSchema),
  "accounts.replaceKey": call(z.object({ id: accountIdSchema, apiKey: keySchema }), accountSchema),
  /** Moves the account to another address, once the key that was given for it is accepted there. */
  "accounts.changeAddress": call(
    z.object({ id: accountIdSchema, baseUrl: baseUrlSchema, apiKey: keySchema }),
    accountSchema,
  ),
  "accounts.remove": call(one, z.object({})),
  /** Asks the service for the balance now. */
  "accounts.refresh": call(one, accountSchema),
} as const;
