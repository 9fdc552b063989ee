import { expect } from "vitest";
import type { ContractCase } from "../case.ts";
import { LIST_TOTAL } from "../list.ts";

const balance = (credits: number) =>
  ({
    status: 200,
    body: { success: true, credits_info: { credits_remaining: credits } },
    client: { value: { credits } },
  }) as const;

const BALANCE = { operation: "balance" } as const;

/** service-spec, 'Credit balance' and 'Credit info'. */
export const balanceCases: readonly ContractCase[] = [
  {
    rows: ["credits: credits_remaining"],
    name: "an account with credits",
    given: { credits: 1234 },
    question: BALANCE,
    ...balance(1234),
  },
  {
    rows: ["credits: credits_remaining"],
    name: "an empty account",
    given: { credits: 0 },
    question: BALANCE,
    ...balance(0),
  },
  {
    rows: ["limit: Free credits"],
    name: "a new account",
    given: {
      before: ({ sandbox }) => {
        expect(sandbox.createAccount({ label: "new", key: "sandbox-new-key" }).credits).toBe(100);
      },
    },
    question: { ...BALANCE, key: "sandbox-new-key" },
    ...balance(100),
  },
  {
    rows: ["limit: Credit cost", "credits: credits_remaining"],
    name: "after a verification",
    given: { job: "completed", credits: 1000 },
    question: BALANCE,
    ...balance(1000 - LIST_TOTAL),
  },
  {
    rows: ["credits: credits_remaining"],
    name: "a restricted account",
    given: { finalAccountState: "restricted", credits: 5 },
    question: BALANCE,
    ...balance(5),
  },
];
