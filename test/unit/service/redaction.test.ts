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
])("redaction removes every trace of a key %s", (_how, text) => {
  const clean = redact(text, [key]);
  expect(clean).toContain("•••");
  expect(clean).not.toContain("secr");
  expect(clean).not.toMatch(/cr(\/|%2f)et/i);
});

test.each([
  "Job not found. Invalid jobId",
  "https://api.example.com/v1/bulk?job_id=YWJjZGVmZ2hpamtsbW5vcA%3D%3D&x=%41%42",
  "&lt;p&gt;caf\\u00e9 &#8364; 100%",
])("redaction leaves ordinary text unchanged: %s", (text) => {
  expect(redact(text, ["sk_live_0123456789abcdef", "jobs"])).toBe(text);
});

test.each([
  ["https://s/v1?apikey=abc123&job_id=7", "https://s/v1?apikey=•••&job_id=7"],
  ["https://s/?u=%2Fv1%3Fapikey%3Dabc", "https://s/?u=%2Fv1%3Fapikey%3D•••"],
  ['{"apikey":"abc123"}', '{"apikey":"•••"}'],
])("redaction finds an unlisted key by its parameter: %s", (text, clean) => {
  expect(redact(text, [])).toBe(clean);
});
