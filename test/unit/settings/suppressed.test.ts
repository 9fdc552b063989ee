import * as fs from "node:fs";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { suppressedAmong, suppressedEntries } from "../../../electron/engine/settings/index.ts";
import { type Journal, type Layout, layoutOf, openJournal } from "../../../electron/engine/store/index.ts";
import { foldAddress } from "../../../shared/addresses.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return { ...real, readFileSync: vi.fn(real.readFileSync) };
});

let layout: Layout;
let journal: Journal;

beforeEach(() => {
  layout = layoutOf(mkdtempSync(join(tmpdir(), "winnow-suppressed-")));
  const opened = openJournal(layout.journal, layout.backups);
  if (!opened.ok) throw new Error(opened.problem.code);
  journal = opened.value;
  mkdirSync(join(layout.dataDir, "suppression"));
  for (const id of ["kept", "other"]) {
    journal.db
      .prepare(
        "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES (?, ?, 1, 0, 1)",
      )
      .run(id, id);
    writeFileSync(layout.suppression(id), `${id}@firm.example\n`);
  }
});
afterEach(() => {
  vi.resetAllMocks();
  journal.close();
  rmSync(layout.dataDir, { recursive: true, force: true });
});

describe("the entries of all suppression lists", () => {
  it("do without a list that is removed while they are read", async () => {
    const real = await vi.importActual<typeof import("node:fs")>("node:fs");
    vi.mocked(fs.readFileSync).mockImplementation((path, options) => {
      journal.db.prepare("DELETE FROM suppression_lists WHERE id = 'other'").run();
      real.rmSync(layout.suppression("other"), { force: true });
      return real.readFileSync(path, options);
    });
    const read = suppressedEntries(layout);
    expect(read.ok && [...read.value]).toEqual(["kept@firm.example"]);
  });

  it("hold also for a domain that an earlier Winnow wrote in its own script", () => {
    writeFileSync(layout.suppression("kept"), "ann@münchen.de\n");
    writeFileSync(layout.suppression("other"), "@bücher.example\n");
    const read = suppressedEntries(layout);
    if (!read.ok) throw new Error(read.problem.code);
    const addresses = ["ann@xn--mnchen-3ya.de", "eve@bücher.example", "bob@firm.example"].map(foldAddress);
    expect(suppressedAmong(read.value, 3, (id) => addresses[id] ?? "")).toEqual(Uint8Array.of(1, 1, 0));
  });

  it("are not given at all where a list is damaged", () => {
    writeFileSync(layout.suppression("other"), "");
    expect(suppressedEntries(layout)).toMatchObject({ ok: false, problem: { code: "store_corrupt" } });
  });
});

it("an address is suppressed by itself or by its domain", () => {
  const addresses = ["ann@firm.example", "bob@acme.example", "eve@firm.example"];
  const of = (...entries: string[]) =>
    suppressedAmong(new Set(entries), addresses.length, (id) => addresses[id] ?? "");
  expect(of("ann@firm.example", "@acme.example")).toEqual(Uint8Array.of(1, 1, 0));
  expect(of("zoe@firm.example")).toBeNull();
});
