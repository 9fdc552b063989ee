import { expect, it } from "vitest";
import { matchesOf } from "../../../../../renderer/views/lists/AddressMatches.tsx";
import type { ListSearchWindow } from "../../../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../../../shared/bridge.ts";

type Found = CallOutput<"results.history">;
type Held = ListSearchWindow["lists"][number]["addresses"][number];

const held = (address: string, more: Partial<Held> = {}): Held => ({
  ...{ address, isCell: false, class: "first", verdict: "undeliverable", flags: [], at: 1 },
  ...{ source: "service", ...more },
});
const holding = (...addresses: Held[]) => ({
  lists: [
    {
      ...{ cleaningId: "c1", listId: "l1", name: "list.csv", inBin: false, sandbox: false },
      ...{ found: addresses.length, addresses },
    },
  ],
  ...{ looked: 1, of: 1, unread: 0, state: "done" as const, problem: null },
});
const nothing: Found = { addresses: [], further: [], more: false };
it("an address that replaced a mistyped one shows no verdicts until the user asks for them", () => {
  const [match] = matchesOf(nothing, holding(held("fatma@gmail.com")), "gmial");
  expect(match).toMatchObject({ address: "fatma@gmail.com", entries: [], isUnasked: true });
});
