import { join } from "node:path";
import { expect, it } from "vitest";
import { layoutOf, openJournal } from "../../../electron/engine/store/index.ts";
import type { TeamAccess } from "../../../electron/engine/team/connect.ts";
import { createTeamSync, type TeamOptions } from "../../../electron/engine/team/team.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { testFolder } from "../../support/folders.ts";
import { unwrap } from "../../support/unwrap.ts";

const AWAY = fail(problem("team_unreachable", { server: "db.example/team", why: "silent" }));

/** Creates the sync of a team named by the environment. `asked` counts the connections. */
function syncOf(access: Result<TeamAccess>, given: Partial<TeamOptions> = {}) {
  const folder = testFolder();
  const layout = layoutOf(folder);
  const asked: string[] = [];
  let now = 0;
  const team = createTeamSync({
    journal: unwrap(openJournal(layout.journal, join(folder, "backups"))),
    layout,
    ledger: { ofParts: () => [] },
    clock: { now: () => now, monotonic: () => now, after: () => () => {} },
    emit() {},
    log() {},
    isReadOnly: false,
    changed() {},
    erase() {},
    closing: new AbortController().signal,
    connection: {
      async access() {
        asked.push("access");
        return access;
      },
      isForRun: () => true,
      describe: () => ({ server: "", url: "", user: "" }),
    },
    ...given,
  } as TeamOptions);
  return { team, asked, pass: (milliseconds: number) => (now += milliseconds) };
}

it("a sync that cannot store what it pulled fails with a problem", async () => {
  const { team } = syncOf(ok({ settings: { user: "ann" }, password: "" } as never), {
    runner: { run: async () => ok({}) as never },
  });
  expect(await team.sync()).toMatchObject({ ok: false, problem: { code: "internal" } });
});

it("a price does not wait for a server that could not be reached before", async () => {
  const { team, asked, pass } = syncOf(AWAY);
  await team.refresh();
  expect(asked).toHaveLength(1);
  pass(60_000);
  await team.refresh();
  expect(asked).toHaveLength(1);
});

it.each([
  ["can't be reached", problem("team_unreachable", { server: "db", why: "silent" }), "team_unasked"],
  ["refuses the login", problem("team_login", { server: "db", why: "password" }), "team_unasked"],
  ["returns an error", problem("team_failed", { server: "db", code: "XX000" }), "team_unsynced"],
  ["is in use", problem("team_busy", { server: "db" }), "team_busy"],
  ["can't be understood", problem("team_malformed", { server: "db" }), "team_unsynced"],
  ["takes no more", problem("team_limit", { server: "db" }), "team_limit"],
])("a start whose claim meets a server that %s says so", async (_what, met, expected) => {
  const { team } = syncOf(ok({ settings: { user: "ann" }, password: "" } as never), {
    runner: { run: async () => fail(met) as never },
  });
  expect(await team.claim("https://service.example", "c1", 0, null)).toMatchObject({
    problem: { code: expected },
  });
});
