import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect } from "vitest";
import type { CleaningOptions } from "../../shared/bridge/cleanings.ts";
import type { CallInput } from "../../shared/bridge.ts";
import { hasEnded, PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
export let world: OneList;

beforeEach(async () => {
  const text = "Email\nann@firm.example\nbob@acme.example\neve@firm.example\nEve@Firm.example\n";
  world = await setUpOneList(sandbox, { rows: 3, text });
});

/** Replaces the list by another with this `text`. */
export async function anotherList(rows: number, text: string): Promise<void> {
  world = await setUpOneList(sandbox, { rows, text });
}

export async function suppress(text = "eve@firm.example\n@acme.example\n"): Promise<string> {
  const source = { kind: "text" as const, text, name: "unsubscribed.txt" };
  return unwrap(await world.at.call("suppression.add", { name: "unsubscribed", source })).id;
}

export async function cleaned(options: CleaningOptions = PAY_FOR_ALL): Promise<string> {
  const { id } = unwrap(await world.start({ options }));
  expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done" });
  return id;
}

type Wish = Partial<Omit<CallInput<"exports.write">, "cleaningId" | "target">>;

export async function exported(cleaningId: string, name: string, wish: Wish = {}) {
  const path = join(world.folder, name);
  rmSync(path, { recursive: true, force: true });
  const outcome = unwrap(
    await world.at.call("exports.write", {
      cleaningId,
      filter: {},
      format: { kind: "exact" },
      withVerdicts: false,
      target: { kind: "path", path, overwrite: false },
      ...wish,
    }),
  );
  return { outcome, path };
}

export const counted = async (cleaningId: string, filter = {}) =>
  unwrap(await world.at.call("exports.count", { cleaningId, filter }));
