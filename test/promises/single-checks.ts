import { z } from "zod";
import { foldAddress } from "../../shared/fold-addresses.ts";
import type { Result } from "../../shared/result.ts";
import type { AccountLedger } from "./books.ts";

/** Tracks paid single checks: none may be paid for twice without consent. */
export interface SingleChecks {
  /** Records a check. Returns its maximum cost and a function that takes its result (`null` if it was lost). */
  asked(input: unknown): { readonly credits: number; answered(answer: Result<unknown> | null): void } | null;
  /** Winnow may have forgotten known verdicts, by the user's action or with time. */
  forget(): void;
}

const inputSchema = z.object({ accountId: z.string(), address: z.string(), again: z.boolean().optional() });
const answerSchema = z.object({
  verdict: z.string().nullable(),
  source: z.string().nullable(),
  problem: z.object({ code: z.string() }).nullable(),
});

/** Tracks single checks. `booksOf` returns the books that the account's key may belong to. */
export function createSingleChecks(booksOf: (accountId: string) => readonly AccountLedger[]): SingleChecks {
  /** Service and folded address of each check that may have been paid for. */
  const paid = new Set<string>();
  return {
    asked(input) {
      const one = inputSchema.safeParse(input).data;
      if (one === undefined) return null;
      const books = booksOf(one.accountId);
      const [book] = books;
      const name =
        book === undefined || books.length > 1
          ? null
          : `${book.service.baseUrl} ${foldAddress(one.address.trim())}`;
      const isPaid = name !== null && one.again !== true && paid.has(name);
      return {
        credits: isPaid ? 0 : 1,
        answered(answer) {
          if (name === null || answer?.ok === false) return;
          const said = answer === null ? null : (answerSchema.safeParse(answer.value).data ?? null);
          const isUnheard = answer === null || said?.problem?.code === "check_unheard";
          // A verdict that was not understood or not stored may be paid for again.
          const isKept = said?.verdict != null && said.verdict !== "unknown" && said.problem === null;
          if (isUnheard || (isKept && said?.source === "service")) paid.add(name);
        },
      };
    },
    forget: () => paid.clear(),
  };
}
