import { beforeEach, describe, expect, it, vi } from "vitest";
import { httpBridge } from "../../../../renderer/bridge/http.ts";
import { hostGone } from "../../../../renderer/words/common.ts";

const BEARER = "b-1";
let asked: { path: string; authorization: string; body: unknown }[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("window", {
    sessionStorage: { getItem: () => BEARER, setItem: () => {} },
    location: { hash: "" },
    addEventListener: () => {},
  });
  vi.stubGlobal("BroadcastChannel", class extends EventTarget {});
  return () => vi.unstubAllGlobals();
});

function answer(replies: Record<string, { status?: number; body: unknown }>): void {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const { authorization = "" } = Object.fromEntries(new Headers(init.headers));
    const { body } = init;
    asked.push({
      path,
      authorization,
      body: body instanceof Blob ? await body.text() : JSON.parse(String(body)),
    });
    const reply = replies[path.split("?")[0] ?? ""];
    if (reply === undefined) throw new TypeError("refused");
    return Response.json(reply.body, { status: reply.status ?? 200 });
  });
}

const pasted = (text: string) => ({ source: { kind: "text" as const, name: "a/b.csv", text } });

describe("the browser host's bridge", () => {
  it("sends a short pasted text in the call, with the page's bearer token", async () => {
    answer({ "/bridge/lists.open": { body: { ok: true, value: { listId: "l" } } } });
    expect(await httpBridge().call("lists.open", pasted("a@b.example"))).toEqual({
      ok: true,
      value: { listId: "l" },
    });
    expect(asked).toEqual([
      { path: "/bridge/lists.open", authorization: `Bearer ${BEARER}`, body: pasted("a@b.example") },
    ]);
  });

  it("sends a long pasted text as a file and refers to the upload in the call", async () => {
    const text = "a@b.example\n".repeat(30_000);
    answer({
      "/files": { body: { ok: true, value: { uploadId: "u-1", name: "a-b.csv" } } },
      "/bridge/lists.open": { body: { ok: true, value: { listId: "l" } } },
    });
    await httpBridge().call("lists.open", pasted(text));
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ["/files?name=a-b.csv", text],
      ["/bridge/lists.open", { source: { kind: "upload", uploadId: "u-1", pasted: true } }],
    ]);
  });

  it("returns the problem when a dropped file cannot be uploaded and uploads no further files", async () => {
    const problem = { code: "disk_full", title: "t", detail: "d" };
    answer({ "/files": { status: 507, body: { ok: false, problem } } });
    const files = [new File(["a"], "one.csv"), new File(["b"], "two.csv")];
    expect(await httpBridge().receiveFiles(files)).toEqual({ ok: false, problem });
    expect(asked).toHaveLength(1);
  });

  it("reports that it is signed out when the host does not recognise its bearer token", async () => {
    answer({ "/bridge/app.info": { status: 401, body: {} } });
    expect(await httpBridge().call("app.info", {})).toMatchObject({ problem: { code: "signed_out" } });
  });

  it("returns a problem instead of throwing when the host has gone", async () => {
    answer({});
    expect(await httpBridge().call("app.info", {})).toMatchObject({
      problem: hostGone,
    });
  });
});
