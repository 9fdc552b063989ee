import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Result } from "../../../shared/result.ts";
import { hasEnded, unwrap } from "../../support/in-process.ts";
import { setUpOneList } from "../../support/one-list.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();

it("an engine reports that it is writing from the request for a file until the file is complete", async () => {
  const world = await setUpOneList(sandbox, { rows: 3 });
  const { id } = unwrap(await world.start());
  await world.at.until(id, hasEnded);
  const { engine } = world.at;
  expect(engine.busy().writing).toBe(false);
  const path = join(world.folder, "all.csv");
  const target = { kind: "path" as const, path, overwrite: false };
  const calls = [
    () =>
      world.at.call("exports.write", {
        cleaningId: id,
        filter: {},
        format: { kind: "exact" },
        withVerdicts: false,
        target,
      }),
    () => world.at.call("app.backup", { target: { path: join(world.folder, "backups") } }),
  ];
  for (const call of calls) {
    const answer: Promise<Result<unknown>> = call();
    expect(engine.busy().writing).toBe(true);
    unwrap(await answer);
    expect(engine.busy().writing).toBe(false);
  }
  expect(existsSync(path)).toBe(true);
});

it("an engine reports that it is checking until every check is answered", async () => {
  const world = await setUpOneList(sandbox, { rows: 3 });
  const { engine, call } = world.at;
  const accountId = unwrap(await call("accounts.list", {})).accounts[0]?.id ?? "";
  const checks = ["ann@x.example", "bob@x.example"].map((address) =>
    call("checks.check", { accountId, address, again: false }),
  );
  expect(engine.busy().checking).toBe(true);
  await Promise.all(checks);
  expect(engine.busy().checking).toBe(false);
});
