import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import { CTRL_C, winnowInPty } from "../../support/pty.ts";

const { world: empty } = await createCliWorlds("refused");

function world() {
  const at = empty();
  const file = at.list("contacts.csv", ["ann@acme.example", "bob@acme.example", "cee@acme.example"]);
  const kept = join(at.dataDir, "lists");
  return {
    ...at,
    args: ["clean", file, "--out", at.out],
    lists: () => (existsSync(kept) ? readdirSync(kept) : []),
  };
}

it.each<[string, number, readonly string[]]>([
  ["costs more than --max-credits", 4, ["--yes", "--max-credits", "2"]],
  ["has no terminal to ask for consent", 2, []],
  ["has an unknown column", 2, ["--yes", "--column", "Nowhere"]],
])("a cleaning that %s leaves no copy of the list", async (_name, code, more) => {
  const at = world();
  const ran = await at.run(...at.args, ...more);
  expect(ran.code, ran.stderr).toBe(code);
  expect(at.lists()).toEqual([]);
});

it("Ctrl-C at the question leaves no copy of the list", async () => {
  const at = world();
  const pty = winnowInPty(at.args, { env: at.env });
  await pty.waitForText("Clean the list for 3 credits?");
  expect(at.lists()).toHaveLength(1);
  pty.type(CTRL_C);
  const { code, shown } = await pty.ended;
  expect(code, shown).toBe(2);
  expect(at.lists()).toEqual([]);
});

it("a started cleaning keeps the copy of the list", async () => {
  const at = world();
  await at.runOk(...at.args, "--yes");
  expect(at.lists()).toHaveLength(1);
});
