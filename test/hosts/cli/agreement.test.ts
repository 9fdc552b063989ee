import fc from "fast-check";
import { expect, it } from "vitest";
import { watchAndAgree } from "../../../electron/hosts/cli/commands/agreement.ts";
import type { CommandContext } from "../../../electron/hosts/cli/run-command.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { cleaning } from "../../fixtures/cleaning.ts";

const PARTS = 3;

interface Asked {
  readonly credits: number;
  readonly action: "start" | "upload_again";
  readonly changes: boolean;
}
const asked: fc.Arbitrary<Asked> = fc.record({
  credits: fc.nat(9),
  action: fc.constantFrom("start", "start", "upload_again"),
  changes: fc.boolean(),
});

/** A session with one cleaning that waits for consent to each of `asks` in turn, and is done after the last. */
function sessionWithAsks(asks: readonly Asked[]) {
  const left = [...asks];
  const agreed: Asked[] = [];
  const now = () => {
    const [next] = left;
    if (next === undefined) return cleaning({ state: "done" });
    const ask = { credits: next.credits, parts: 1, mayBePaid: false };
    return cleaning({
      state: "waiting",
      waiting: { for: "user", since: 0 },
      parts: Array(PARTS).fill({}),
      asks: { start: null, upload_again: null, [next.action]: ask },
    });
  };
  const session = {
    engine: { on: () => () => {} },
    async call(name: string, input: { action?: string; agreedCredits?: number }) {
      if (name === "cleanings.get") return ok(now());
      const ask = left.shift();
      if (ask === undefined) throw new Error("nothing was asked");
      expect(input).toMatchObject({ action: ask.action, agreedCredits: ask.credits });
      if (ask.changes) return fail(problem("price_changed", { shown: ask.credits, now: 0 }));
      agreed.push(ask);
      return ok(now());
    },
  };
  const terminal = { say() {}, endProgress() {} };
  const context = { session, terminal, signal: new AbortController().signal } as unknown as CommandContext;
  return { context, agreed, left };
}

it("--max-credits limits the total agreed to over all cleanings", async () => {
  const cleanings = fc.array(fc.array(asked, { maxLength: 7 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cleanings, fc.nat(60), async (all, limit) => {
      const purse = { yes: true, limit, agreed: 0 };
      let spent = 0;
      for (const asks of all) {
        const { context, agreed, left } = sessionWithAsks(asks);
        const watched = await watchAndAgree(context, "c1", purse, { sendsFailed: true });
        spent += agreed.reduce((sum, { credits }) => sum + credits, 0);
        expect(spent).toBeLessThanOrEqual(limit);
        // A service that keeps requesting new uploads is not followed endlessly.
        const uploads = agreed.filter(({ action }) => action === "upload_again").length;
        expect(uploads).toBeLessThanOrEqual(1);
        const [next] = left;
        const isAskedTooOften = asks.length - left.length > PARTS;
        if (next === undefined) expect(watched.kind).toBe("finished");
        else if (!isAskedTooOften && (next.action === "start" || uploads === 0)) {
          const needed = spent + next.credits;
          expect(needed).toBeGreaterThan(limit);
          expect(watched).toMatchObject({ problem: { values: { needed, limit } } });
        }
      }
    }),
  );
});

const START = { credits: 5, parts: 2, mayBePaid: false };
const AGAIN = { credits: 0, parts: 1, mayBePaid: false };
const NEEDS = "contacts.csv needs your approval ";

async function watchOne(given: {
  readonly is: Partial<Cleaning>;
  readonly yes?: boolean;
  readonly answer?: "yes" | "no" | "left" | "no_terminal";
  readonly sendsFailed?: boolean;
  readonly refusal?: "list_unknown";
}) {
  const said: string[] = [];
  const acted: string[] = [];
  const questions: string[] = [];
  const session = {
    engine: { on: () => () => {} },
    async call(name: string, { action = "" }: { action?: string }) {
      if (name === "cleanings.get")
        return ok(cleaning(acted.length > 0 ? { state: "done" } : { parts: Array(2).fill({}), ...given.is }));
      if (given.refusal !== undefined) return fail(problem(given.refusal));
      acted.push(action);
      return ok(null);
    },
  };
  const terminal = {
    say: (line: string) => void said.push(line),
    endProgress() {},
    async confirm(question: string) {
      questions.push(question);
      return given.answer ?? "no_terminal";
    },
  };
  const context = { session, terminal, signal: new AbortController().signal } as unknown as CommandContext;
  const purse = { yes: given.yes ?? false, limit: undefined, agreed: 0 };
  const options = { sendsFailed: given.sendsFailed ?? false };
  const watched = await watchAndAgree(context, "c1", purse, options);
  const code = watched.kind === "stopped" ? watched.problem.code : null;
  return { said, acted, questions, code, agreed: purse.agreed, watched };
}

const waits = (asks: Cleaning["asks"], waitsFor: "user" | "credits" = "user"): Partial<Cleaning> => ({
  ...{ state: "waiting", waiting: { for: waitsFor, since: 0 }, asks },
});

it.each<
  [what: string, start: typeof START, again: (typeof AGAIN & { agreed?: number }) | null, said: string]
>([
  ["a start", START, null, `${NEEDS}of 5 credits for 2 parts.`],
  ["a start that comes before sending again", START, AGAIN, `${NEEDS}of 5 credits for 2 parts.`],
  [
    "a start that may have been paid for",
    { ...START, mayBePaid: true },
    null,
    `${NEEDS}of 5 credits for 2 parts. Some of that may have been paid for before.`,
  ],
])("with --yes, the cost of %s is printed and agreed to", async (_, start, again, line) => {
  const { said, acted, agreed, questions } = await watchOne({
    is: waits({ start, upload_again: again }),
    yes: true,
  });
  expect([said, acted, agreed, questions]).toEqual([[line], ["start"], 5, []]);
});

it.each<[agreed: number | undefined, then: string]>([
  [undefined, "you agree to the price of verifying later"],
  [0, "you agree to the price of verifying later"],
  [4, "verifying costs the 4 credits that you already agreed to"],
])("sending a list again is announced as free (credits agreed to before: %s)", async (agreed, then) => {
  const asks = { start: null, upload_again: { ...AGAIN, agreed } };
  const { said, acted, questions } = await watchOne({ is: waits(asks), answer: "yes" });
  expect(said).toEqual([`${NEEDS}to send 1 part again, which costs nothing: ${then}.`]);
  expect([acted, questions]).toEqual([["upload_again"], ["Send it again?"]]);
});

it.each([
  ["yes", null, 5],
  ["no", "cleaning_unfinished", 0],
  ["left", "interrupted", 0],
  ["no_terminal", "cleaning_unfinished", 0],
] as const)("without --yes, the terminal asks for consent: %s → %s", async (answer, code, credits) => {
  const found = await watchOne({ is: waits({ start: START, upload_again: null }), answer });
  expect(found).toMatchObject({ questions: ["Continue for 5 credits?"], code, agreed: credits });
  if (answer === "no_terminal")
    expect(found.watched).toMatchObject({ problem: { action: expect.stringContaining("--yes") } });
});

it.each<[what: string, is: Partial<Cleaning>, sendsFailed: boolean, acts: boolean]>([
  ["waits for credits", waits({ start: START, upload_again: null }, "credits"), true, false],
  ["asks for nothing", waits({ start: null, upload_again: null }), true, false],
  ["asks for nothing", waits(undefined), true, false],
  ["failed", { state: "failed", asks: { start: null, upload_again: AGAIN } }, false, false],
  ["failed and is sent again", { state: "failed", asks: { start: null, upload_again: AGAIN } }, true, true],
])(
  "--yes applies only to a cleaning that waits for consent or is sent again: one that %s",
  async (_, is, sendsFailed, acts) => {
    const { acted, code } = await watchOne({ is, yes: true, sendsFailed });
    expect(acted).toEqual(acts ? ["upload_again"] : []);
    expect(code).toBe(acts ? null : "cleaning_unfinished");
  },
);

it("the reason for a refused agreement is reported", async () => {
  const is = waits({ start: START, upload_again: null });
  expect(await watchOne({ is, yes: true, refusal: "list_unknown" })).toMatchObject({
    code: "list_unknown",
    agreed: 0,
  });
});
