import { describe, expect, it } from "vitest";
import type { Transport } from "../../../../renderer/bridge/transport.ts";
import { createBridge } from "../../../../renderer/bridge.ts";
import { DEFAULT_SETTINGS } from "../../../../shared/bridge/app.ts";
import type { BridgeEvent } from "../../../../shared/bridge.ts";

function transportAnswering(answer: () => Promise<unknown>): Transport & { tell: (event: unknown) => void } {
  let listener: (event: unknown) => void = () => {};
  return {
    call: answer,
    listen(given) {
      listener = given;
      return () => {};
    },
    receiveFiles: answer,
    downloadAddress: answer,
    tell: (event) => listener(event),
  };
}

describe("a call", () => {
  it("answers the parsed value", async () => {
    const bridge = createBridge(transportAnswering(async () => ({ ok: true, value: DEFAULT_SETTINGS })));
    expect(await bridge.call("settings.get", {})).toEqual({ ok: true, value: DEFAULT_SETTINGS });
  });

  it.each([
    ["nothing", undefined],
    ["a value of another form", { ok: true, value: { freshDays: "ninety" } }],
    ["an unheard-of code", { ok: false, problem: { code: "x", title: "t", detail: "d" } }],
  ])("is a problem in words when the host answers %s", async (_name, answer) => {
    const bridge = createBridge(transportAnswering(async () => answer));
    const reply = await bridge.call("settings.get", {});
    expect(reply).toMatchObject({ ok: false, problem: { title: "Winnow has made a mistake" } });
  });

  it("is a problem, not an exception, when the host has gone", async () => {
    const bridge = createBridge(
      transportAnswering(async () => {
        throw new Error("gone");
      }),
    );
    const reply = await bridge.call("settings.get", {});
    expect(reply).toMatchObject({ ok: false, problem: { title: "Winnow does not answer" } });
    expect(await bridge.receiveFiles([])).toMatchObject({ ok: false });
  });
});

describe("received files", () => {
  const source = { kind: "upload", uploadId: "u-1" };
  it.each([
    ["a bare list", [source]],
    ["a result", { ok: true, value: { sources: [source] } }],
  ])("are understood as %s", async (_name, answer) => {
    const bridge = createBridge(transportAnswering(async () => answer));
    expect(await bridge.receiveFiles([])).toEqual({ ok: true, value: [source] });
  });
});

describe("events", () => {
  it("are handed on when they are known, and left out when they are not", () => {
    const transport = transportAnswering(async () => null);
    const heard: BridgeEvent[] = [];
    createBridge(transport).listen((event) => heard.push(event), { resumed: () => {}, gone: () => {} });
    transport.tell({ event: "network.changed", online: false });
    transport.tell({ event: "network.changed", online: "no" });
    transport.tell({ event: "made.up" });
    transport.tell(null);
    expect(heard).toEqual([{ event: "network.changed", online: false }]);
  });
});

describe("the address of a download", () => {
  it("is the one that the host gave, and only one of the host's own", async () => {
    const answering = (address: unknown) =>
      createBridge(transportAnswering(async () => ({ ok: true, value: { address } }))).downloadAddress;
    expect(await answering("/download/abc-_1")?.("d1")).toEqual({ ok: true, value: "/download/abc-_1" });
    for (const wrong of ["//evil.example/x", "javascript:alert(1)", "/download/../x", 5, undefined])
      expect(await answering(wrong)?.("d1")).toMatchObject({ ok: false });
  });
});
