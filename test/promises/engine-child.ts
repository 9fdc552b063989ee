// The engine in a separate process, so that it can be killed. Messages are in messages.ts. full-disk.ts must be
// imported before everything that writes to the disk.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, type Engine } from "../../electron/engine/engine.ts";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { fastClock } from "../support/fast-clock.ts";
import { root } from "../support/winnow.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";
import { elsewhere, fill } from "./full-disk.ts";
import type { FromEngine, ToEngine } from "./messages.ts";

const [dataDir = "", keysFile = ""] = process.argv.slice(2);
const tell = (message: FromEngine) => process.send?.(message);

const clock = fastClock(40);
/** The fault point at which the process kills itself with SIGKILL, and how often it passes the point before. */
let killAt: Moment | null = null;
/** The fault point from which the disk has room for only `room` bytes. */
let fillAt: (Moment & { room: number }) | null = null;

interface Moment {
  readonly point: string;
  after: number;
}
const hasCome = (moment: Moment, point: string) =>
  (moment.point === "*" || moment.point === point) && moment.after-- <= 0;

const keychain = createMemoryKeychain();
const kept: unknown = JSON.parse(readFileSync(keysFile, "utf8"));
for (const [id, key] of Object.entries(kept as Record<string, string>)) keychain.keys.set(id, key);
const { save, remove } = keychain;
const keep = () => elsewhere.writeFileSync(keysFile, JSON.stringify(Object.fromEntries(keychain.keys)));
Object.assign(keychain, {
  save: (...given: Parameters<typeof save>) => save(...given).finally(keep),
  remove: (...given: Parameters<typeof remove>) => remove(...given).finally(keep),
});

const network = createNodeFetch().fetch;
const opened = await createEngine({
  dataDir,
  keychain,
  fetch(url, init) {
    tell({ kind: "request", url: String(url), headers: JSON.stringify(init?.headers ?? {}) });
    return network(url, init);
  },
  clock,
  launchSandbox: () => Promise.reject(new Error("no sandbox here")),
  sessionAccount: null,
  teamUrl: null,
  host: "browser",
  version: "0.0.0",
  demo: false,
  samplePath: join(root, "resources/sample.csv"),
  workers: {
    tasks: new URL("./tasks-child.ts", import.meta.url),
    reader: new URL("./reader-child.ts", import.meta.url),
  },
  log: (line) => tell({ kind: "log", line }),
  limits: { startSeconds: 20, addresses: 12 },
  // No server listens there, so no domain leaves the machine.
  dnsServers: ["127.0.0.1:9"],
  probe(point) {
    if (fillAt !== null && hasCome(fillAt, point)) {
      fill(fillAt.room);
      fillAt = null;
    }
    if (killAt !== null && hasCome(killAt, point)) process.kill(process.pid, "SIGKILL");
  },
});
tell({ kind: "opened", result: opened.ok ? { ok: true, value: null } : opened });
if (!opened.ok) process.disconnect();
else serve(opened.value);

function serve(engine: Engine): void {
  const underWay = new Map<number, AbortController>();
  async function call(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController();
    underWay.set(id, abort);
    const result = await engine.call(name, input, { signal: abort.signal });
    underWay.delete(id);
    tell({ kind: "answer", id, result });
  }
  process.on("message", (message: ToEngine) => {
    switch (message.kind) {
      case "call":
        void call(message.id, message.name, message.input);
        return;
      case "abort":
        underWay.get(message.id)?.abort();
        return;
      case "kill_at":
        killAt = message.point === null ? null : { ...message, point: message.point };
        return;
      case "fill_at":
        fillAt = message.room === null ? null : { ...message, room: message.room };
        return;
      case "wait":
        clock.after(message.milliseconds, () =>
          tell({ kind: "answer", id: message.id, result: { ok: true, value: null } }),
        );
        return;
      case "close":
        void engine.close().then(() => {
          tell({ kind: "closed" });
          process.disconnect();
        });
    }
  });
}
