import { describe, expect, it } from "vitest";
import { parseServerUrl } from "../../../electron/engine/team/server-url.ts";
import { unwrap } from "../../support/unwrap.ts";

const settingsOf = (url: string) => unwrap(parseServerUrl(url)).settings;

describe("the URL of a team's server", () => {
  it("is split into settings and a password, with PostgreSQL's defaults", () => {
    expect(unwrap(parseServerUrl("postgres://ann:p%40ss@db.example/agency"))).toEqual({
      settings: {
        host: "db.example",
        port: 5432,
        database: "agency",
        user: "ann",
        tls: true,
        ca: null,
        options: null,
      },
      password: "p@ss",
    });
    expect(settingsOf("postgresql://ann@[::1]:6432/agency")).toMatchObject({ host: "::1", port: 6432 });
    expect(settingsOf("postgres://ann@/agency?host=/var/run/postgresql")).toMatchObject({
      host: "/var/run/postgresql",
      tls: false,
    });
    const neon =
      "postgres://ann:x@ep.neon.tech/agency?sslmode=require&channel_binding=require&options=endpoint%3Dep";
    expect(settingsOf(neon)).toMatchObject({ tls: true, options: "endpoint=ep" });
  });

  it.each([
    ["psql -h db.example -p 6432 -U ann -d agency", null],
    ["psql --host=db.example --port 6432 -W agency ann", null],
    ["PGPASSWORD='p@ s' psql -hdb.example -p6432 -Uann agency", "p@ s"],
    ['psql "postgres://ann:p%40%20s@db.example:6432/agency"', "p@ s"],
    ["psql \"host=db.example port=6432 user=ann dbname=agency password='p@ s'\"", "p@ s"],
    ["host=db.example port=6432 user=ann dbname=agency password='p@ s'", "p@ s"],
    ["host='db.example' port=6432 user=ann dbname=agency password=it\\'s\"", "it's\""],
    ["jdbc:postgresql://db.example:6432/agency?user=ann&password=p%40%20s&sslmode=require", "p@ s"],
  ])("may be given in another form: %s", (text, password) => {
    expect(unwrap(parseServerUrl(text))).toMatchObject({
      settings: { host: "db.example", port: 6432, database: "agency", user: "ann", tls: true },
      password,
    });
  });

  it("is as strict in another form", () => {
    const text = "host=db.example user=ann dbname=a sslmode=disable";
    expect(parseServerUrl(text)).toMatchObject({ problem: { code: "team_insecure" } });
    expect(settingsOf("psql -h /run/postgresql -U ann a")).toMatchObject({
      host: "/run/postgresql",
      tls: false,
    });
  });

  it.each([
    ["postgres://ann@db.example/a", true],
    ["postgres://ann@db.example/a?sslmode=require", true],
    ["postgres://ann@db.example/a?sslmode=no-verify", true],
    ["postgres://ann@127.0.0.1/a", false],
    ["postgres://ann@localhost/a?sslmode=prefer", false],
    ["postgres://ann@localhost/a?sslmode=verify-full", true],
  ])("verifies the certificate unless the server is on this computer: %s", (url, tls) => {
    expect(settingsOf(url).tls).toBe(tls);
  });

  it.each(["disable", "allow", "prefer"])("is refused if it allows plain text on the network: %s", (mode) => {
    expect(parseServerUrl(`postgres://ann@db.example/a?sslmode=${mode}`)).toMatchObject({
      problem: { code: "team_insecure" },
    });
  });

  it.each([
    ["https://db.example/a", "not_a_url"],
    ["db.example", "not_a_url"],
    ["name=value", "not_a_url"],
    ["psql -h db.example -d a", "no_user"],
    ["postgres://db.example/a", "no_user"],
    ["postgres://ann@db.example", "no_database"],
    ["postgres://ann@db.example/a?port=x", "host"],
  ])("is refused with a reason if it is incomplete: %s", (url, why) => {
    expect(parseServerUrl(url)).toMatchObject({ problem: { code: "team_url_invalid", values: { why } } });
  });

  it("is refused if its CA file cannot be read", () => {
    const url = "postgres://ann@db.example/a?sslrootcert=/nowhere/ca.pem";
    expect(parseServerUrl(url, { mayReadFiles: true })).toMatchObject({
      problem: { code: "team_ca_invalid" },
    });
  });

  it("is refused if its CA file contains no certificate", () => {
    expect(parseServerUrl("postgres://ann@db.example/a", { ca: "# Read me" })).toMatchObject({
      problem: { code: "team_ca_invalid" },
    });
  });
});
