import { expect, test } from "vitest";
import { baseUrlText, checkBaseUrl, readBaseUrl } from "../../../electron/engine/service/index.ts";

test.each([
  ["https://api.example.com", "https://api.example.com"],
  ["https://api.example.com/verify/", "https://api.example.com/verify"],
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["http://[::1]:4000/x", "http://[::1]:4000/x"],
  ["http://localhost:4000", "http://localhost:4000"],
])("the base URL %s is kept as %s", (text, expected) => {
  const checked = checkBaseUrl(text);
  expect(checked.ok && baseUrlText(checked.value)).toBe(expected);
});

test.each([
  ["http://api.example.com", "base_url_insecure"],
  ["http://127.0.0.1.example.com", "base_url_insecure"],
  ["ftp://api.example.com", "base_url_invalid"],
  ["api.example.com", "base_url_invalid"],
  ["", "base_url_invalid"],
  ["https://user:word@api.example.com", "base_url_invalid"],
  ["https://api.example.com?apikey=abc", "base_url_invalid"],
])("the base URL %s is refused: %s", (text, code) => {
  const checked = checkBaseUrl(text);
  expect(checked.ok ? "accepted" : checked.problem.code).toBe(code);
});

test.each(["https://user:s3cret@x.example", "https://x.example/?apikey=s3cret"])(
  "a refused base URL is not shown, because it may contain a secret: %s",
  (text) => {
    expect(JSON.stringify(checkBaseUrl(text))).not.toContain("s3cret");
  },
);

test.each([
  ["https://api.example.com/v1", "https://api.example.com"],
  ["api.example.com", "https://api.example.com"],
  [" API.example.com:8443/v1/ ", "https://api.example.com:8443"],
  ["https://api.example.com/v1/v1", "https://api.example.com/v1"],
])("what the user types as %s is read as %s", (text, expected) => {
  const read = readBaseUrl(text);
  expect(read.ok && baseUrlText(read.value)).toBe(expected);
});

test.each([
  ["http://api.example.com/v1", "base_url_insecure"],
  ["acme", "base_url_invalid"],
  ["user:word@api.example.com", "base_url_invalid"],
  [
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "base_url_invalid",
  ],
])("what the user types as %s is refused: %s", (text, code) => {
  const read = readBaseUrl(text);
  expect(read.ok ? "accepted" : read.problem.code).toBe(code);
});
