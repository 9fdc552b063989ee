import { existsSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../electron/engine/service/index.ts";
import { testFolder } from "../../support/folders.ts";
import { clientOf, rawResponse, type ScriptedService, startScriptedService } from "./scripted-service.ts";

let service: ScriptedService;
let client: ServiceClient;
let dir: string;
beforeEach(async () => {
  dir = testFolder();
  service = await startScriptedService();
  client = clientOf(service.baseUrl);
});
afterEach(() => service.close());

describe("uploading a file", () => {
  const accepted = { body: { job_id: "j", success: true, message: "ok" } };

  test("sends the bytes as local_file with the length, and counts them", async () => {
    const path = join(dir, "list.csv");
    const text = `email\r\n${"name+tag@exämple.com\r\n".repeat(20_000)}`;
    writeFileSync(path, text);
    service.answer(accepted);
    const sent: number[] = [];
    const answer = await client.uploadFile(path, { name: 'My "list"\n.csv', onBytes: (n) => sent.push(n) });
    expect(answer).toEqual({ ok: true, value: { jobId: "j", message: "ok" } });
    const [asked] = service.asked;
    const form = await new Response(asked?.body, {
      headers: { "content-type": asked?.headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("local_file");
    if (!(file instanceof File)) throw new Error("no file was sent");
    expect(await file.text()).toBe(text);
    expect(file.name).toBe('My "list"\n.csv');
    expect([...form.keys()]).toEqual(["local_file"]);
    expect(asked?.url.searchParams.has("auto_verify")).toBe(false);
    expect(Number(asked?.headers["content-length"])).toBe(Buffer.byteLength(asked?.body ?? ""));
    expect(sent.at(-1)).toBe(Buffer.byteLength(text));
    expect(sent).toEqual([...sent].sort((a, b) => a - b));
    expect(sent.length).toBeGreaterThan(3);
  });

  test("sends nothing when the file is too large, missing or a folder", async () => {
    const path = join(dir, "big.csv");
    writeFileSync(path, "");
    truncateSync(path, 10 * 1024 * 1024 + 1);
    const refused = { ok: false, error: { consequence: "stop", effect: "no" } };
    expect(await client.uploadFile(path)).toMatchObject({
      ...refused,
      error: { problem: { code: "upload_too_large" } },
    });
    expect(await client.uploadFile(join(dir, "none.csv"))).toMatchObject({
      ...refused,
      error: { problem: { code: "file_missing" } },
    });
    expect(await client.uploadFile(dir)).toMatchObject(refused);
    expect(service.asked).toHaveLength(0);
  });

  test("stops when it is cancelled half-way", async () => {
    const path = join(dir, "list.csv");
    writeFileSync(path, Buffer.alloc(8 * 1024 * 1024, "a"));
    service.answer(accepted);
    const control = new AbortController();
    const answer = await client.uploadFile(path, {
      signal: control.signal,
      onBytes: (sent) => {
        if (sent > 100_000) control.abort();
      },
    });
    expect(answer).toMatchObject({ ok: false, error: { problem: { code: "cancelled" }, effect: "unknown" } });
    expect(service.asked).toHaveLength(0);
  });
});

describe("downloading results", () => {
  const header = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\n";
  const results = `${header}"a@b.c", "deliverable",\t"N","N","N","N","N","2026-01-01T00:00:00.000Z"\n`;

  test("writes the bytes unchanged and counts them", async () => {
    const path = join(dir, "results.txt");
    const bytes = `\uFEFF${results.repeat(5_000)}`;
    service.answer({ body: bytes, headers: { "content-type": "text/plain" } });
    const received: number[] = [];
    const answer = await client.download("j", path, { onBytes: (n) => received.push(n) });
    expect(answer).toEqual({ ok: true, value: { bytes: Buffer.byteLength(bytes) } });
    expect(readFileSync(path, "utf8")).toBe(bytes);
    expect(received.at(-1)).toBe(Buffer.byteLength(bytes));
  });

  const failures: [string, Parameters<ScriptedService["answer"]>[0], string, string][] = [
    ["a refusal", { status: 400, body: { result: "Job not found.", success: false } }, "job_gone", "refused"],
    [
      "a 200 with success false",
      { body: { result: "DOWNLOAD-RESTRICTED", success: "false" } },
      "download_restricted",
      "refused",
    ],
    ["a web page", { body: "<!DOCTYPE html><html></html>" }, "service_nonsense", "unknown"],
    [
      "a connection cut in the middle",
      rawResponse((response) => {
        response.writeHead(200, { "content-length": "100000" });
        response.write(results, () => response.socket?.destroy());
      }),
      "download_cut",
      "unknown",
    ],
  ];
  test.each(failures)("leaves no file behind: %s", async (_what, script, code, effect) => {
    const path = join(dir, "results.txt");
    service.answer(script);
    expect(await client.download("j", path)).toMatchObject({
      ok: false,
      error: { problem: { code }, effect },
    });
    expect(existsSync(path)).toBe(false);
  });

  test("distinguishes a full disk from a broken network", async () => {
    const path = join(dir, "full");
    symlinkSync("/dev/full", path);
    service.answer({ body: results });
    expect(await client.download("j", path)).toMatchObject({
      ok: false,
      error: { problem: { code: "disk_full" }, consequence: "user" },
    });
  });
});
