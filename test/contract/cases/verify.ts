import { expect } from "vitest";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";
import type { ContractCase } from "../case.ts";
import { request, type World } from "../world.ts";

const TEXT: unknown = expect.any(String);

const FIELDS: readonly string[] = [
  "single: result",
  "single: message",
  "single: email",
  "single: user",
  "single: domain",
  "single: accept_all",
  "single: role",
  "single: free_email",
  "single: disposable",
  "single: spamtrap",
  "single: success",
];

const paid = (credits: number) => (world: World) =>
  expect(world.sandbox.account("rich").credits).toBe(1000 - credits);

function verified(email: string, verdict: Verdict, flags: readonly Flag[]): ContractCase {
  const [user, domain] = email.split("@");
  const bit = (flag: Flag) => (flags.includes(flag) ? 1 : 0);
  return {
    rows: ["parameter verify: email", "limit: Credit cost", ...FIELDS],
    name: email,
    question: { operation: "verify", email },
    status: 200,
    body: {
      result: verdict,
      message: TEXT,
      email,
      user,
      domain,
      accept_all: verdict === "accept_all" ? 1 : 0,
      role: bit("role"),
      free_email: bit("free"),
      disposable: bit("disposable"),
      spamtrap: bit("trap"),
      success: true,
    },
    client: { value: { email, verdict, isKnown: true, rawVerdict: verdict, flags, message: TEXT } },
    after: paid(1),
  };
}

const LIMITED = {
  status: 429,
  body: { result: "Too many requests", success: "false" },
  client: { code: "rate_limited", consequence: "retry" },
} as const;

/** service-spec, 'Single verification' and 'Single verification (GET /v1/verify)'. */
export const verifyCases: readonly ContractCase[] = [
  verified("deliverable.one@gmail.com", "deliverable", ["free"]),
  verified("bounce@b.example", "undeliverable", []),
  verified("catchall@c.example", "accept_all", []),
  verified("slow@d.example", "unknown", []),
  verified("info@deliverable.example", "deliverable", ["role"]),
  verified("deliverable@disposable.example", "deliverable", ["disposable"]),
  verified("spamtrap@deliverable.example", "deliverable", ["trap"]),
  ...[30_000, 180_000].map(
    (timeout): ContractCase => ({
      ...verified("bounce@b.example", "undeliverable", []),
      rows: ["parameter verify: timeout", "limit: Single verification timeout"],
      name: `a timeout of ${timeout}`,
      question: { operation: "verify", email: "bounce@b.example", timeout },
    }),
  ),
  ...[5, 29_999, 180_001, -1, 30_000.5].map(
    (timeout): ContractCase => ({
      rows: ["parameter verify: timeout", "limit: Single verification timeout"],
      name: `a timeout out of range: ${timeout}`,
      question: { operation: "verify", email: "bounce@b.example", timeout },
      status: 400,
      body: { result: "Invalid request. Timeout must be 30000 to 180000.", success: "false" },
      client: { notSendable: "it keeps within the range" },
      after: paid(0),
    }),
  ),
  ...["", "no address", "a@b", "@b.example", "a@@b.example"].map(
    (email): ContractCase => ({
      rows: ["error verify: Email missing or invalid format", "parameter verify: email"],
      name: `not an address: '${email}'`,
      question: { operation: "verify", email },
      status: 400,
      body: { result: "Invalid request. Required email.", success: "false" },
      client: { code: "address_required", consequence: "stop" },
      after: paid(0),
    }),
  ),
  {
    rows: ["error verify: Credits used up"],
    name: "without credits",
    given: { credits: 0 },
    question: { operation: "verify", email: "a@b.example" },
    status: 402,
    body: { result: "Insufficient verification credits", success: "false" },
    client: { code: "credits_used_up", consequence: "credits" },
  },
  {
    rows: ["error verify: Call rate too high", "limit: Request rate for single verification"],
    name: "the 121st within a minute",
    given: { before: (world) => check(world, 120) },
    question: { operation: "verify", email: "a@b.example" },
    ...LIMITED,
    after: paid(120),
  },
  {
    ...verified("bounce@b.example", "undeliverable", []),
    rows: ["limit: Request rate for single verification"],
    name: "the 120th within a minute",
    given: { before: (world) => check(world, 119) },
    after: paid(120),
  },
  {
    ...verified("bounce@b.example", "undeliverable", []),
    rows: ["limit: Request rate for single verification"],
    name: "the 121st, a minute after the first",
    given: {
      before: async (world) => {
        await check(world, 120);
        await world.sandbox.advance(60_000);
      },
    },
    after: paid(121),
  },
];

async function check({ sandbox, account }: World, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const response = await request(sandbox, "GET", "verify", {
      apikey: account.key,
      email: `a${i}@b.example`,
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
}
