import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { CleaningOptions } from "../../shared/bridge/cleanings.ts";
import type { HoldingQuestion, ListSearchWindow } from "../../shared/bridge/results.ts";
import { hasEnded, PAY_FOR_ALL, readList, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const MARIA = "maria.known@needle.example";
const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  world = await setUpOneList(sandbox, { rows: 2, text: "Email\ncarl@other.example\ndora@other.example\n" });
});

async function read(name: string, text: string): Promise<string> {
  const path = join(world.folder, name);
  writeFileSync(path, text);
  world.listId = await readList(world.at, path);
  return world.listId;
}

async function clean(name: string, text: string, credits: number, options: CleaningOptions = PAY_FOR_ALL) {
  await read(name, text);
  const { id } = unwrap(
    await world.start({ credits, options, out: { path: join(world.folder, `${name}.out`) } }),
  );
  await world.at.until(id, hasEnded);
  return id;
}

async function holding(question: HoldingQuestion) {
  const lists: ListSearchWindow["lists"] = [];
  let from: ListSearchWindow["next"] = null;
  do {
    const window: ListSearchWindow = unwrap(await world.at.call("results.holding", { question, from }));
    lists.push(...window.lists);
    from = window.next;
  } while (from !== null);
  return lists;
}
const part = (text: string) => holding({ kind: "part", text });
const whole = (address: string) => holding({ kind: "address", address });

it("a search finds an address with a reused verdict, even after the list that paid for it was erased", async () => {
  const april = await clean("april.csv", `Email\n${MARIA}\n`, 1);
  const may = await clean("may.csv", `Email,Name\nnew@other.example,N\n${MARIA.toUpperCase()},Maria\n`, 1, {
    ...PAY_FOR_ALL,
    reuseKnown: true,
  });
  unwrap(await world.at.act(april, "delete_here"));
  unwrap(await world.at.call("cleanings.erase", { cleaningId: april }));

  expect(unwrap(await world.at.call("results.history", { search: MARIA })).addresses).toEqual([]);
  expect(readFileSync(join(world.folder, "may.csv.out"), "utf8").toLowerCase()).toContain(MARIA);
  for (const found of [await part("known@needle"), await whole(MARIA)]) {
    expect(found).toMatchObject([
      { cleaningId: may, name: "may.csv", found: 1, addresses: [{ address: MARIA, source: "known" }] },
    ]);
    expect(found[0]?.addresses[0]?.verdict).not.toBeNull();
  }
});

it("a search does not match longer addresses, and finds domains in Unicode and in Punycode", async () => {
  await read("forms.csv", "Email\njoann@needle.example\nann@needle.example.org\nann@bücher.example\n");
  expect(await whole("ann@needle.example")).toEqual([]);
  expect(await whole("ann@xn--bcher-kva.example")).toMatchObject([
    { addresses: [{ address: "ann@bücher.example" }] },
  ]);
  expect(await part("bücher")).toMatchObject([{ found: 1 }]);
});
