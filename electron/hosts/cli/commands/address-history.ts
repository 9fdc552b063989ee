import type { KnownFact } from "../../../../shared/bridge/memory.ts";
import type { CallInput, CallOutput } from "../../../../shared/bridge.ts";
import { OUTCOME_EFFECTS } from "../../../../shared/mail-outcomes.ts";
import { presentVerdict } from "../../../../shared/present-verdict.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { factInWords } from "../../../../shared/source-sentences.ts";
import type { Command } from "../run-command.ts";
import type { Session } from "../session.ts";
import type { OutputOptions } from "../terminal/terminal.ts";

type Entry = CallOutput<"results.history">["addresses"][number]["entries"][number];
type Holding = CallOutput<"results.holding">["lists"][number];

export function addressCommand(given: string, options: OutputOptions): Command {
  return async ({ session, terminal }) => {
    const address = given.trim();
    if (!address.includes("@")) return fail(problem("usage", { why: "value", given: "<address>" }));
    const factsCall = await session.call("memory.facts", { address });
    if (!factsCall.ok) return factsCall;
    const history = await session.call("results.history", { search: address, limit: 1 });
    if (!history.ok) return history;
    const lists = await listsWith(session, address);
    if (!lists.ok) return lists;
    const { facts, leftOut } = factsCall.value;
    const [first] = history.value.addresses;
    const entries = first?.address.toLowerCase() === address.toLowerCase() ? first.entries : [];
    const known = {
      address,
      verdict: verdictBy(entries, facts),
      outcomes: facts.map((fact) => ({
        outcome: fact.outcome,
        at: iso(fact.at),
        source: fact.source ?? fact.name,
        words: fact.words,
      })),
      leftOut,
      suppressed:
        leftOut === "suppressed" ? [...new Set(facts.filter(isNeverMailed).map(({ name }) => name))] : [],
      lists: lists.value.map(({ name, cleaningId, addresses: [row] }) => ({
        name,
        cleaning: cleaningId,
        verdict: row?.verdict ?? null,
      })),
    };
    if (options.json === true) {
      terminal.json(known);
      return ok(null);
    }
    const { verdict } = known;
    terminal.say(
      verdict === null
        ? `No verdict for ${address} is known.`
        : `${address}: ${verdict.verdict} (${verdict.at.slice(0, 10)}, ${verdict.source}).`,
    );
    if (leftOut === "erased")
      terminal.say("It was erased on request, and is neither stored, verified nor written.");
    if (known.suppressed.length > 0)
      terminal.say(`It is never verified or exported, because of: ${known.suppressed.join(", ")}.`);
    for (const fact of facts) {
      const { outcome, words } = factInWords(fact);
      // What a colleague shared has the colleague's name.
      const from = [...new Set([fact.source ?? fact.name, fact.name])].join(", ");
      terminal.data(iso(fact.at).slice(0, 10), outcome, from, words);
    }
    for (const entry of entries)
      terminal.data(
        iso(entry.at).slice(0, 10),
        entry.verdict ?? "none",
        sourceOf(entry),
        entry.colleagueUsed === undefined ? entry.name : "",
      );
    for (const { name, inBin } of lists.value)
      terminal.say(`In the list ${name}${inBin ? ", in the bin" : ""}.`);
    return ok(null);
  };
}

const iso = (at: number) => new Date(at).toISOString();

function isNeverMailed({ outcome }: KnownFact): boolean {
  return OUTCOME_EFFECTS[outcome].isNeverMailed;
}

/** Returns the verdict in effect. Verdicts of the sandbox don't count. */
function verdictBy(entries: readonly Entry[], facts: readonly KnownFact[]) {
  const bounce = facts.find(({ outcome }) => OUTCOME_EFFECTS[outcome].isUndeliverable);
  const present = presentVerdict(entries, bounce?.at ?? null);
  if (present === null || present.by?.sandbox === true) return null;
  const source = present.by === null ? (bounce?.source ?? bounce?.name ?? "") : sourceOf(present.by);
  return { verdict: present.verdict, at: iso(present.at), source };
}

/** Returns where a verdict is from: for a colleague's, the name and the service. */
function sourceOf({ source, name, colleagueUsed }: Entry): string {
  return colleagueUsed === undefined ? (source ?? name) : `${name}, with ${colleagueUsed}`;
}

async function listsWith(session: Session, address: string): Promise<Result<Holding[]>> {
  const found: Holding[] = [];
  let from: CallOutput<"results.holding">["next"] = null;
  do {
    const query: CallInput<"results.holding"> = { question: { kind: "address" as const, address }, from };
    const window: Result<CallOutput<"results.holding">> = await session.call("results.holding", query);
    if (!window.ok) return window;
    found.push(...window.value.lists);
    from = window.value.next;
  } while (from !== null);
  return ok(found);
}
