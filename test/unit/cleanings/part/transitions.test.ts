import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nextStep, transition } from "../../../../electron/engine/cleanings/part/machine.ts";
import {
  agreedFor,
  isSettled,
  jobOf,
  type PartKind,
  spentOn,
} from "../../../../electron/engine/cleanings/part/record.ts";
import { PART_STATES } from "../../../../shared/bridge/cleanings.ts";
import { root } from "../../../support/winnow.ts";
import { everyTransition, type Observed } from "./every-transition.ts";
import { outcomesOf } from "./outcomes.ts";

const STATES_DOC = join(root, "docs/part-states.md");
const OUTCOMES_FILE = join(root, "test/unit/cleanings/part/outcomes.txt");
/** Maximum number of lines shown on failure: a full diff takes longer than the comparison. */
const MAX_DIFF_LINES = 5;
const SECTION = /(<!-- machine:start -->\n)([\s\S]*?)(<!-- machine:end -->)/;

let observed: readonly Observed[] | undefined;
function all(): readonly Observed[] {
  observed ??= [...everyTransition()];
  return observed;
}

const order = (arrow: string) => PART_STATES.findIndex((kind) => arrow.startsWith(`${kind} `));

/** Draws an arrow for each change of state, labelled with the events that cause it. */
function diagram(): string {
  const arrows = new Map<string, Set<string>>();
  for (const { before, event, after } of all()) {
    if (after === null || before.state.kind === after.state.kind) continue;
    const arrow = `${before.state.kind} --> ${after.state.kind}`;
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(event.type));
  }
  const lines = [...arrows].sort(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1));
  const drawn = lines.map(([arrow, events]) => `  ${arrow}: ${[...events].sort().join(", ")}`);
  return ["```mermaid", "stateDiagram-v2", "  [*] --> queued", ...drawn, "```", ""].join("\n");
}

describe("the machine's transitions", () => {
  it("match the changes of fields, credits and next requests in outcomes.txt (WINNOW_DRAW=1 updates it)", () => {
    const outcomes = outcomesOf(all());
    if (process.env.WINNOW_DRAW === "1") writeFileSync(OUTCOMES_FILE, outcomes);
    const recorded = new Set(readFileSync(OUTCOMES_FILE, "utf8").split("\n"));
    const lines = outcomes.split("\n");
    expect(lines.filter((line) => !recorded.has(line)).slice(0, MAX_DIFF_LINES)).toEqual([]);
    expect(lines).toHaveLength(recorded.size);
  });

  it("lead to every state", () => {
    const reached = new Set<PartKind>(all().flatMap(({ after }) => after?.state.kind ?? []));
    expect(reached).toEqual(new Set(PART_STATES));
  });

  it("match the diagram in docs/part-states.md (WINNOW_DRAW=1 updates it)", () => {
    const guide = readFileSync(STATES_DOC, "utf8");
    const drawn = guide.replace(
      SECTION,
      (_all, start: string, _old: string, end: string) => `${start}${diagram()}${end}`,
    );
    if (process.env.WINNOW_DRAW === "1") writeFileSync(STATES_DOC, drawn);
    else
      expect(
        guide,
        "out of date: WINNOW_DRAW=1 npx vitest run test/unit/cleanings/part/transitions.test.ts",
      ).toBe(drawn);
    expect(guide).toMatch(SECTION);
  });
});

describe("in every transition", () => {
  it("a start begins only by 'start.begun', and never in a part that waits or has settled", () => {
    for (const { before, event, after } of all()) {
      const begun = after?.state.kind === "starting" && after.state.sent;
      const already = before.state.kind === "starting" && before.state.sent;
      if (begun && !already) expect([event.type, nextStep(before)]).toEqual(["start.begun", "start"]);
    }
  });

  it("a list that may be paid for is sent again only on request, and then at a new price", () => {
    for (const { before, event, after } of all()) {
      if (after?.state.kind !== "queued" || !before.mayBeCharged || before.state.kind === "queued") continue;
      // Without a job nothing was paid for; a refused start costs nothing.
      if (!("jobId" in before.state) || before.state.jobId === null) continue;
      if (event.type === "start.failed") continue;
      expect(event.type).toBe("user.sent_again");
      expect(after.agreed).toBe(0);
    }
  });

  it("a start that may have arrived is not repeated while the service may still show it", () => {
    for (const { before, event, after } of all()) {
      if (before.unheardStart === null || after?.state.kind !== "starting" || after.state.sent) continue;
      if (before.state.kind === "starting" && !before.state.sent) continue;
      if (event.type !== "status.answered") throw new Error(`a start by ${event.type}`);
      expect(event.at - (before.startSentAt ?? 0)).toBeGreaterThanOrEqual(30_000);
    }
  });

  it("sending a list again keeps what was spent and agreed to before", () => {
    for (const { before, event, after } of all()) {
      if (event.type !== "user.sent_again" || after === null) continue;
      expect(spentOn(after)).toBe(spentOn(before));
      expect(agreedFor(after)).toBeGreaterThanOrEqual(agreedFor(before));
    }
  });

  it("a part that may be paid for cannot be cancelled, unless it is uncertain", () => {
    for (const { before, event, after } of all()) {
      if (event.type !== "user.cancelled" || !before.mayBeCharged) continue;
      if (before.state.kind !== "uncertain") expect(after).toBeNull();
    }
  });

  it("a single check whose response may be lost is sent again only on request, for one more credit", () => {
    for (const { before, event, after } of all()) {
      if (!before.single || !before.mayBeCharged || after?.state.kind !== "queued") continue;
      if (!["checking", "checked", "uncertain"].includes(before.state.kind)) continue;
      if (event.type === "user.sent_again")
        expect(agreedFor(after)).toBe(agreedFor(before) + before.addresses);
      else if (event.type === "check.failed") expect(event.error.effect).not.toBe("unknown");
      else expect(event.type).toBe("check.unsent");
    }
  });

  it("a check whose response is stored is never sent again", () => {
    for (const { before, event, after } of all()) {
      if (before.state.kind === "checked" && after !== null) {
        const ends = event.type === "user.gave_up" ? ["failed"] : ["checked", "done"];
        expect(ends).toContain(after.state.kind);
        expect(after.answer).toEqual(before.answer);
      }
      // Even after the part was given up, a stored answer is ingested instead of sent again.
      if (before.state.kind === "failed" && before.mayBeCharged && before.answer !== null && after !== null)
        expect(["checked", "failed"]).toContain(after.state.kind);
    }
  });

  it("every part that has not settled can be given up, and one that may be paid for can be resumed", () => {
    for (const { before, event, after } of all()) {
      if (event.type !== "user.gave_up") continue;
      expect(after === null).toBe(isSettled(before.state));
      if (after === null) continue;
      expect(isSettled(after.state)).toBe(true);
      expect(spentOn(after)).toBe(spentOn(before));
      if (after.state.kind !== "failed") continue;
      expect(after.problem?.code).toBe("given_up");
      const isAsked = jobOf(before.state) !== null && !before.single;
      if (isAsked) expect(transition(after, { type: "user.resumed" })?.record.state.kind).toBe("verifying");
    }
  });

  it("a part settles, has a next request, or waits", () => {
    for (const { after } of all()) {
      if (after === null) continue;
      const { kind } = after.state;
      const waits = kind === "waiting" || kind === "uncertain";
      // No `expect` per transition: there are hundreds of thousands.
      if (!isSettled(after.state) && !waits && nextStep(after) === null) expect.fail(JSON.stringify(after));
    }
  });
});
