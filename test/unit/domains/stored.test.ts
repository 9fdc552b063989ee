import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { deadDomains } from "../../../electron/engine/domains/index.ts";
import { freshAnswers, keepAnswers } from "../../../electron/engine/domains/stored.ts";
import { MIGRATIONS } from "../../../electron/engine/store/index.ts";

it("stored DNS answers are used for one day", async () => {
  const db = new Database(":memory:");
  for (const { sql } of MIGRATIONS) db.exec(sql);
  await keepAnswers({ db }, new Map([["gone.example", { kind: "dead", why: "no_domain" }]]), 0);
  const DAY = 24 * 3600_000;
  const known = (now: number) => [deadDomains({ db }, now), [...freshAnswers({ db }, now).keys()]];
  expect(known(DAY - 1)).toEqual([["gone.example"], ["gone.example"]]);
  expect(known(DAY)).toEqual([[], []]);
  db.close();
});
