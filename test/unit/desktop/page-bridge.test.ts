import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PageBridge } from "../../../shared/bridge.ts";
import * as double from "./electron-double.ts";

vi.mock("electron", () => double);

let state: double.DoubleState;
let bridge: PageBridge;
beforeEach(async () => {
  vi.resetModules();
  double.reset();
  state = double.state;
  await import("../../../electron/preload.ts");
  bridge = state.exposed.get("winnow") as PageBridge;
});

const tell = (event: unknown) => void state.renderer.emit("winnow:event", {}, event);

describe("the preload script", () => {
  it("forwards calls over one channel", async () => {
    expect(await bridge.call("app.info", {})).toEqual({ ok: true, value: "answered" });
    expect(state.invoked).toEqual([{ channel: "winnow:call", args: [{ name: "app.info", input: {} }] }]);
  });

  it("forwards events without Electron's event object, until the page stops listening", () => {
    const heard: unknown[][] = [];
    const stop = bridge.listen((...args) => void heard.push(args));
    tell({ event: "accounts.changed" });
    stop();
    tell({ event: "accounts.changed" });
    expect(heard).toEqual([[{ event: "accounts.changed" }]]);
  });

  it("queues events until the page listens", () => {
    tell({ event: "command", command: "open" });
    const heard: unknown[] = [];
    bridge.listen((event) => void heard.push(event));
    const late: unknown[] = [];
    bridge.listen((event) => void late.push(event));
    expect(heard).toEqual([{ event: "command", command: "open" }]);
    expect(late).toEqual([]);
  });

  it("limits the number of queued events", () => {
    for (let n = 0; n < 1000; n++) tell({ n });
    const heard: unknown[] = [];
    bridge.listen((event) => void heard.push(event));
    expect(heard).toHaveLength(200);
  });

  it("turns dropped files into paths, or into text if they have no path", async () => {
    const onDisk = new File(["a@b.example"], "a.csv");
    const virtual = new File(["c@d.example\r\n"], "from mail.csv");
    state.filePaths.set(onDisk, "/lists/a.csv");
    expect(await bridge.receiveFiles([onDisk, virtual])).toEqual({
      ok: true,
      value: [
        { kind: "path", path: "/lists/a.csv" },
        { kind: "text", name: "from mail.csv", text: "c@d.example\r\n" },
      ],
    });
    // The preload reports the paths to the main process, so that the page cannot forge them.
    expect(state.invoked).toEqual([{ channel: "winnow:files", args: [["/lists/a.csv"]] }]);
  });

  it("lets the page continue only once the main process has granted the dropped paths", async () => {
    let known = () => {};
    vi.spyOn(double.ipcRenderer, "invoke").mockReturnValueOnce(
      new Promise((resolve) => {
        known = () => resolve({ ok: true, value: "answered" });
      }),
    );
    const file = new File(["a@b.example"], "a.csv");
    state.filePaths.set(file, "/lists/a.csv");
    const order: string[] = [];
    const received = bridge.receiveFiles([file]).then(() => order.push("received"));
    await new Promise((resolve) => setTimeout(resolve, 0));
    order.push("known");
    known();
    await received;
    expect(order).toEqual(["known", "received"]);
  });
});
