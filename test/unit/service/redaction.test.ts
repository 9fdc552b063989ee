import { describe, expect, test } from "vitest";
import { redact } from "../../../electron/engine/service/index.ts";

const key = 'se+cr/et="1&2';

test.each([
  ["as it is", `key ${key} was refused`],
  ["percent-encoded", `GET /v1/info?job=1&apikey=${encodeURIComponent(key)}&x=1`],
  [
    "percent-encoded in lower case",
    `k=${encodeURIComponent(key).replace(/%../g, (hex) => hex.toLowerCase())}`,
  ],
  ["as a form", `k=${new URLSearchParams({ k: key }).toString().slice(2)}`],
  ["in JSON", JSON.stringify({ error: key })],
  ["in HTML", `<p>${key.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}</p>`],
])("nothing of the key is left: %s", (_how, text) => {
  const clean = redact(text, [key]);
  expect(clean).toContain("•••");
  expect(clean).not.toContain("secr");
  expect(clean).not.toMatch(/cr(\/|%2f)et/i);
});

/** Other ways of writing a text, as services and what stands before them do when they repeat a request. */
const each = (text: string, write: (code: string, character: string) => string) =>
  [...text].map((one) => write(one.codePointAt(0)?.toString(16) ?? "", one)).join("");
const WRITTEN: [string, (text: string) => string][] = [
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64 of more than it", (text) => Buffer.from(`user:${text}\n`).toString("base64")],
  [
    "base64 in lines",
    (text) =>
      Buffer.from(`${text} `.repeat(9))
        .toString("base64")
        .replace(/(.{20})/g, "$1\r\n"),
  ],
  ["base64 twice", (text) => Buffer.from(Buffer.from(text).toString("base64")).toString("base64")],
  ["hexadecimal", (text) => Buffer.from(text).toString("hex")],
  [
    "hexadecimal with colons",
    (text) =>
      Buffer.from(text)
        .toString("hex")
        .replace(/..(?=.)/g, "$&:"),
  ],
  ["percent-encoded twice", (text) => encodeURIComponent(encodeURIComponent(text))],
  ["as \\u escapes", (text) => each(text, (code) => `\\u${code.padStart(4, "0")}`)],
  ["as \\u{} escapes", (text) => each(text, (code) => `\\u{${code}}`)],
  ["as %u escapes", (text) => each(text, (code) => `%u${code.padStart(4, "0")}`)],
  ["slashes escaped", (text) => text.replaceAll("/", "\\/")],
  ["as decimal entities", (text) => each(text, (_code, one) => `&#${one.codePointAt(0)};`)],
  ["as entities of percent escapes", (text) => encodeURIComponent(text).replaceAll("%", "&#37;")],
  ["as UTF-16, big end first", (text) => each(text, (_code, one) => `\0${one}`)],
];

describe.each(["canary-KEY+7f3a/9==&x", "schlüssel-für-ärger-☃"])(
  "of the key %j nothing is left",
  (secret) => {
    test.each(WRITTEN)("%s", (_how, write) => {
      const written = write(secret);
      const clean = redact(`The request ${written} was refused; ask again.`, [secret]);
      expect(clean).toMatch(/^The request .*•••.* was refused; ask again\.$/s);
      const left = clean.replace("The request ", "").replace(" was refused; ask again.", "");
      for (const rest of left.split("•••")) {
        expect(written).toContain(rest);
        expect(rest.length).toBeLessThan(8);
      }
    });
  },
);

test.each([
  "Job not found. Invalid jobId",
  "https://api.example.com/v1/bulk?job_id=YWJjZGVmZ2hpamtsbW5vcA%3D%3D&x=%41%42",
  "&lt;p&gt;caf\\u00e9 &#8364; 100%",
])("ordinary text stays as it is: %s", (text) => {
  expect(redact(text, ["sk_live_0123456789abcdef", "jobs"])).toBe(text);
});

test("what hides a key in a million characters is found all the same", () => {
  const noise = "%41&amp;".repeat(60_000) + "QUJD".repeat(100_000);
  expect(redact(`${noise} sk%5Flive_0123456789abcdef`, ["sk_live_0123456789abcdef"])).toBe(`${noise} •••`);
});

test.each([
  ["https://s/v1?apikey=abc123&job_id=7", "https://s/v1?apikey=•••&job_id=7"],
  ["https://s/?u=%2Fv1%3Fapikey%3Dabc", "https://s/?u=%2Fv1%3Fapikey%3D•••"],
  ['{"apikey":"abc123"}', '{"apikey":"•••"}'],
])("a key that nobody named is found by its parameter: %s", (text, clean) => {
  expect(redact(text, [])).toBe(clean);
});
