import { describe, expect, it } from "vitest";
import { desktopBridge } from "../../../../renderer/bridge.ts";

describe("the page's bridge on the desktop", () => {
  it("returns a problem instead of throwing when the main process has gone", async () => {
    const gone = async () => {
      throw new Error("gone");
    };
    const bridge = desktopBridge({ call: gone, receiveFiles: gone, listen: () => () => {} });
    const problem = { ok: false, problem: { title: "Winnow is not responding" } };
    expect(await bridge.call("settings.get", {})).toMatchObject(problem);
    expect(await bridge.receiveFiles([])).toMatchObject(problem);
  });
});
