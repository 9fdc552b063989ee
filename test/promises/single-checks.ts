import { z } from "zod";
import { foldAddress } from "../../shared/addresses.ts";
import type { Result } from "../../shared/result.ts";
import type { Book } from "./books.ts";

/** What a user pays for when he has single addresses checked: none twice, unless he asks for it anew. */
export interface SingleChecks {
  /** A check is asked for; answers what it may cost, and what to do with its answer (null: it was lost). */
  asked(input: unknown): { readonly credits: number; answered(answer: Result<unknown> | null): void } | null;
  /** Winnow may forget what it knew: by the user's will, or with time. */
  forget(): void;
}

const inputSchema = z.object({ accountId: z.string(), address: z.string(), again: z.boolean().optional() });
const answerSchema = z.object({
  verdict: z.string().nullable(),
  source: z.string().nullable(),
  problem: z.object({ code: z.string() }).nullable(),
});

/** `booksOf`: whose key the account may have. */
export function createSingleChecks(booksOf: (accountId: string) => readonly Book[]): SingleChecks {
  /** Addresses, folded, by the service that may have been paid for them. */
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
          // What was not understood, or could not be kept, is nothing to be known by.
          const isKept = said?.verdict != null && said.verdict !== "unknown" && said.problem === null;
          if (isUnheard || (isKept && said?.source === "service")) paid.add(name);
        },
      };
    },
    forget: () => paid.clear(),
  };
}
