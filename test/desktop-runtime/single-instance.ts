import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { appEvents, whenReady } from "./life.ts";
import { preventable } from "./modelled.ts";

const launchSchema = z.object({ argv: z.array(z.string()), directory: z.string(), data: z.string() });

/**
 * Passes standard input to the first instance and waits for its reply, in a child process because the call is
 * synchronous.
 */
const HAND_OVER = `
  const { path, launch } = JSON.parse(require("node:fs").readFileSync(0));
  const socket = require("node:net").connect(path);
  socket.on("error", () => process.exit(1));
  socket.on("data", () => process.exit(0));
  socket.on("connect", () => socket.end(JSON.stringify(launch)));
`;

let held = false;

/**
 * Locks the user data folder for this process, or passes `data` to the process that has the lock. That process gets the
 * data once it is ready.
 */
export function requestLock(userData: string, data: unknown): boolean {
  if (held) return true;
  const name = `electron-stand-in-${createHash("sha256").update(userData).digest("hex").slice(0, 24)}`;
  // Linux has abstract sockets, which leave no file and end with their process.
  const onDisk = process.platform !== "linux";
  const path = onDisk ? join(tmpdir(), name) : `\0${name}`;
  for (let tries = 0; tries < 2; tries += 1) {
    if (listen(path)) return true;
    const launch = { argv: process.argv, directory: process.cwd(), data: JSON.stringify(data ?? null) };
    const handed = spawnSync(process.execPath, ["--eval", HAND_OVER], {
      input: JSON.stringify({ path, launch }),
    });
    if (handed.status === 0) return false;
    if (onDisk) rmSync(path, { force: true });
  }
  throw new Error("the lock of the only instance can neither be had nor be asked for");
}

function listen(path: string): boolean {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (piece: string) => {
      text += piece;
    });
    socket.on("end", () => {
      const { argv, directory, data } = launchSchema.parse(JSON.parse(text));
      socket.end("taken");
      void whenReady().then(() =>
        appEvents.emit("second-instance", preventable({}), argv, directory, JSON.parse(data)),
      );
    });
    socket.on("error", () => {});
  });
  // `listening` is known at once; an error would only be emitted later.
  server.on("error", () => {});
  server.listen(path);
  held = server.listening;
  server.unref();
  return held;
}
