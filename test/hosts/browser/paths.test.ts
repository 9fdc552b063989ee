import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { CALL_NAMES, calls, engineCalls } from "../../../shared/bridge.ts";
import { type PassHeaders, type ServedHost, serveHost } from "./served-host.ts";

let served: ServedHost;
let pass: PassHeaders;
beforeEach(async () => {
  served = await serveHost();
  pass = await served.signIn();
});

const call = async (name: string, input: unknown) => {
  const answer = await served.send(`/bridge/${name}`, {
    method: "POST",
    body: JSON.stringify(input),
    headers: { ...pass, origin: served.host.origin, "content-type": "application/json" },
  });
  return JSON.parse(answer.text);
};

describe("a page in a browser", () => {
  const out = { path: "/home/ann/.bashrc", overwrite: true, keep: "recommended" };
  it.each([
    ["lists.open", { source: { kind: "path", path: "/etc/passwd" } }],
    ["suppression.add", { name: "a", source: { kind: "path", path: "/etc/passwd" } }],
    [
      "exports.write",
      { cleaningId: "c", target: { kind: "path", path: "/home/ann/.bashrc", overwrite: true } },
    ],
    ["exports.write", { cleaningId: "c", target: { kind: "path", path: "C:\\Users\\ann\\x.csv" } }],
    ["cleanings.start", { listId: "l", out }],
    ["app.restore", { path: "/data/backups/b1" }],
    ["app.restore", { kind: "path", path: "\\\\server\\share\\b1" }],
    ["a.call.of.tomorrow", { places: [{ deep: { paths: ["/etc/passwd"] } }] }],
    ["lists.open", { source: { kind: "upload", uploadId: "u" }, path: "" }],
  ])("cannot refer to a file by path: %s %j", async (name, input) => {
    expect(await call(name, input)).toMatchObject({ ok: false, problem: { code: "path_in_browser" } });
    expect(served.engine.asked).toEqual([]);
  });

  it("can send files, download exports and refer to backups by id", async () => {
    for (const [name, input] of [
      ["lists.open", { source: { kind: "upload", uploadId: "u" } }],
      ["lists.open", { source: { kind: "text", name: "path", text: "path" } }],
      ["exports.write", { cleaningId: "c", target: { kind: "download" } }],
      ["app.restore", { kind: "backup", id: "b1" }],
      ["app.deleteBackups", { ids: ["b1"] }],
    ] as const)
      expect(await call(name, input)).toMatchObject({ ok: true });
  });
});

/** Returns the names of all properties of a JSON schema that may hold text. */
function textsOf(schema: unknown, name = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "type" in schema && schema.type === "string" && !("enum" in schema) && !("const" in schema);
  const inner = Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key !== "properties" || typeof value !== "object" || value === null) return textsOf(value, name);
    return Object.entries(value).flatMap(([property, type]) => textsOf(type, property));
  });
  return own && name !== "" ? [name, ...inner] : inner;
}

describe("the check of calls for paths", () => {
  it("covers every property that may hold a path", () => {
    // Add a name here only if its text never becomes a file path. A property that does must be called `path`.
    const notFiles = new Set(
      "id ids label baseUrl apiKey name accountId cleaningId listId uploadId text encoding delimiter column columnName sheet entry meant domains search value reason address addresses batch listIds tags left right downloadId file changed readAs resultsOf as entries header mapped requestId part page values exclude before logo url password ca login".split(
        " ",
      ),
    );
    const unheardOf = CALL_NAMES.flatMap((call) => {
      const schema: unknown = z.toJSONSchema(calls[call].input, { io: "input", unrepresentable: "any" });
      return textsOf(schema)
        .filter((name) => name !== "path" && !notFiles.has(name))
        .map((name) => `${call}: ${name}`);
    });
    expect(unheardOf).toEqual([]);
    const naming = Object.entries(engineCalls).filter(([, { input }]) =>
      textsOf(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })).includes("path"),
    );
    expect(naming.map(([name]) => name)).toContain("exports.write");
  });
});
