import { existsSync, readFileSync } from "node:fs";
import type * as Electron from "electron";
import { modelled } from "./modelled.ts";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const nativeImage = modelled<typeof Electron.nativeImage>("nativeImage", {
  createFromPath(path) {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const isImage = bytes.subarray(0, PNG.length).equals(PNG);
    return modelled<Electron.NativeImage>("NativeImage", {
      isEmpty: () => !isImage,
      getSize: () =>
        isImage ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 0, height: 0 },
    });
  },
});
