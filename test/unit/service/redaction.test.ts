import { expect, test } from "vitest";
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

test.each([
  ["https://s/v1?apikey=abc123&job_id=7", "https://s/v1?apikey=•••&job_id=7"],
  ["apikey=abc123.", "apikey=•••"],
  ["https://s/?u=%2Fv1%3Fapikey%3Dabc", "https://s/?u=%2Fv1%3Fapikey%3D•••"],
  ['{"apikey":"abc123"}', '{"apikey":"•••"}'],
  ["api_key = abc", "api_key = •••"],
  ["nothing to hide", "nothing to hide"],
])("a key that nobody named is found by its parameter: %s", (text, clean) => {
  expect(redact(text, [])).toBe(clean);
});

test("a longer key is not left in part when a shorter one is its beginning", () => {
  expect(redact("abcdef and abcd", ["abcd", "abcdef"])).toBe("••• and •••");
});

test("text without a key stays as it is, and an empty key blanks nothing out", () => {
  expect(redact("Job not found.", ["", "key-1"])).toBe("Job not found.");
});
