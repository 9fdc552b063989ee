import fc from "fast-check";
import { expect, it } from "vitest";
import { hasEnded, PAY_FOR_ALL, unwrap } from "../../support/in-process.ts";
import { LONG } from "../../support/long.ts";
import { accountId, at, LABEL, read, sandbox } from "./engine.ts";

const DAY = 86_400_000;
const FRESH_DAYS = { invalid: 90, valid: 90, unknown: 30 } as const;
const PEOPLE = 3;
const options = { ...PAY_FOR_ALL, reuseKnown: true };

/** Number of histories so far. Each uses different addresses. */
let histories = 0;
let suppressionLists = 0;

const person = fc.nat({ max: PEOPLE - 1 });
/** Days before now. Unique within a history. */
const day = fc.nat({ max: 200 });
const event = fc.oneof(
  fc.record({
    kind: fc.constant("verdict" as const),
    person,
    day,
    word: fc.constantFrom("valid", "invalid", "unknown"),
  }),
  fc.record({
    kind: fc.constant("outcome" as const),
    person,
    day,
    code: fc.constantFrom("5.1.1", "5.7.1", "4.2.2"),
  }),
  fc.record({ kind: fc.constant("unsubscribe" as const), person, day }),
  fc.record({ kind: fc.constant("suppress" as const), person, whole: fc.boolean(), day }),
  /** Removes the import at this index, if there is one. */
  fc.record({ kind: fc.constant("remove" as const), which: fc.nat({ max: 5 }), day }),
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;
type ExpectedState = "suppressed" | "known" | "paid";

const address = (history: number, who: number) => `p${who}@h${history}-${who}.deliverable.example`;

/** Returns what docs/memory.md specifies for each person. */
function expectedStates(events: readonly Event[]): ExpectedState[] {
  const kept = events.filter(({ kind }) => kind !== "remove");
  return Array.from({ length: PEOPLE }, (_, who) => {
    const own = kept.filter((one) => one.kind !== "remove" && one.person === who);
    if (own.some(({ kind }) => kind === "unsubscribe" || kind === "suppress")) return "suppressed";
    const verdicts = own.flatMap((one) => (one.kind === "verdict" ? [one] : []));
    const bounces = own.flatMap((one) => (one.kind === "outcome" && one.code === "5.1.1" ? [one.day] : []));
    const bounced = Math.min(...bounces, Number.POSITIVE_INFINITY);
    const newest = Math.min(...verdicts.map((one) => one.day), Number.POSITIVE_INFINITY);
    if (bounced < newest) return "known";
    return verdicts.some((one) => one.day < FRESH_DAYS[one.word]) ? "known" : "paid";
  });
}

/** Imports one event. Returns the ID of the import; `null` if it cannot be removed. */
async function importEvent(history: number, one: Exclude<Event, { kind: "remove" }>): Promise<string | null> {
  const who = address(history, one.person);
  const when = Date.now() - one.day * DAY;
  const take = async (text: string) => {
    const listId = await read(text);
    return unwrap(await at.call("memory.import", { listId, name: "export.csv", assumedAt: when })).id;
  };
  switch (one.kind) {
    case "verdict": {
      const listId = await read(`Email,ZB Status,ZB Sub Status\n${who},${one.word},\n`);
      unwrap(await at.call("lists.read", { listId, options: { readAs: "results" } }));
      const dated = { ...options, assumedAt: when };
      unwrap(await at.call("cleanings.start", { listId, accountId, options: dated, agreedCredits: 0 }));
      return null;
    }
    case "outcome":
      return take(`status,reason,email,created\n${one.code},said,${who},\n`);
    case "unsubscribe":
      return take(`Email Address,MEMBER_RATING,LEID,EUID,UNSUB_TIME\n${who},1,1,a,2024-05-01 10:00:00\n`);
    case "suppress": {
      const text = one.whole ? `@${who.split("@")[1]}\n` : `${who}\n`;
      const source = { kind: "text" as const, name: "list", text };
      return unwrap(await at.call("suppression.add", { name: `list ${++suppressionLists}`, source })).id;
    }
  }
}

it("an address is paid for if and only if no verdict, bounce or suppression covers it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(event, { selector: (one) => one.day, minLength: 4, maxLength: 14 }),
      async (events) => {
        const history = ++histories;
        const imported: { one: Event; id: string | null }[] = [];
        for (const one of events) {
          if (one.kind !== "remove") imported.push({ one, id: await importEvent(history, one) });
          else {
            const removable = imported.filter(({ id }) => id !== null);
            const chosen = removable[one.which];
            if (chosen?.id == null) continue;
            unwrap(await at.call("memory.remove", { id: chosen.id }));
            // A file imported twice is one import.
            for (const same of imported.filter(({ id }) => id === chosen.id))
              imported.splice(imported.indexOf(same), 1);
          }
        }
        const expected = expectedStates(imported.map(({ one }) => one));
        const people = expected.map((_, who) => address(history, who));
        const listId = await read(`Email\n${people.join("\n")}\n`);
        const price = unwrap(await at.call("cleanings.price", { listId, accountId, options }));
        const count = (standing: ExpectedState) => expected.filter((one) => one === standing).length;
        expect(price).toMatchObject({
          ...{ suppressed: count("suppressed"), known: count("known"), credits: count("paid") },
        });
        expect(price.suppressed + price.known + price.credits).toBe(PEOPLE);
        const start = { listId, accountId, options, agreedCredits: price.credits };
        const { id } = unwrap(await at.call("cleanings.start", start));
        await at.until(id, hasEnded);
        const charges = sandbox.charges(LABEL);
        expect(people.map((one) => charges.get(one) ?? 0)).toEqual(
          expected.map((standing) => (standing === "paid" ? 1 : 0)),
        );
      },
    ),
    { numRuns: LONG ? 100 : 6 },
  );
});
