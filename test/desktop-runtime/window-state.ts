import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as Electron from "electron";
import { z } from "zod";
import { app } from "./app.ts";

const boundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
const storedSchema = z.record(z.string(), boundsSchema);

const file = () => join(app.getPath("userData"), "window-state.json");

function stored(): z.infer<typeof storedSchema> {
  return existsSync(file()) ? storedSchema.parse(JSON.parse(readFileSync(file(), "utf8"))) : {};
}

/** Returns the window's bounds when it was last closed, or `null`. */
export function restoreBounds(name: string): Electron.Rectangle | null {
  return stored()[name] ?? null;
}

export function keepBounds(name: string, bounds: Electron.Rectangle): void {
  writeFileSync(file(), JSON.stringify({ ...stored(), [name]: bounds }));
}
