import type { PageBridge } from "../../shared/bridge.ts";
import { fail, type Result } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import { hostGone } from "../words/common.ts";

/** Creates the bridge over the desktop's preload. The host writes files itself, so there are no downloads. */
export function desktopBridge(preload: PageBridge): Bridge {
  return {
    call: (name, input) => answered(preload.call(name, input)),
    listen: (listener) => preload.listen(listener),
    receiveFiles: (files) => answered(preload.receiveFiles(files)),
    downloadUrl: null,
  };
}

async function answered<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await asked;
  } catch {
    return fail(hostGone);
  }
}
