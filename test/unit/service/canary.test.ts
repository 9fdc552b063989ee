import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAccounts } from "../../../electron/engine/accounts/index.ts";
import { createChecks } from "../../../electron/engine/cleanings/index.ts";
import { systemClock } from "../../../electron/engine/clock.ts";
import type { ServiceClient } from "../../../electron/engine/service/index.ts";
import { openJournal } from "../../../electron/engine/store/index.ts";
import { ok } from "../../../shared/result.ts";
import { testFolder } from "../../support/folders.ts";
import { listen } from "../../support/processes.ts";
import { createMemoryKeychain } from "../accounts/memory-keychain.ts";
import {
  clientOf,
  KEY,
  rawResponse,
  type ScriptedService,
  startScriptedService,
} from "./scripted-service.ts";

/** Forms in which the key could leak. Its last four characters may be shown. */
const KEY_FORMS = [
  KEY,
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).toLowerCase(),
  new URLSearchParams({ k: KEY }).toString().slice(2),
  "canary-KEY",
];

let dir: string;
let service: ScriptedService;
let said: string[];
beforeEach(async () => {
  dir = testFolder();
  service = await startScriptedService();
  said = [];
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void said.push(args.map(String).join(" ")));
  }
  vi.spyOn(process, "emitWarning").mockImplementation((warning) => void said.push(String(warning)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const echo = `You sent ${KEY}, that is /v1/info?apikey=${encodeURIComponent(KEY)}&job_id=1`;
const html = `<html><body>No route for GET /v1?apikey=${encodeURIComponent(KEY)}</body></html>`;
type Script = Parameters<ScriptedService["answer"]>[0];
const failures: Record<string, Script> = {
  "an echo under result": { status: 400, body: { result: echo, success: false } },
  "an echo with a 200": { status: 200, body: { result: echo, message: echo, success: false } },
  "an echo in HTML": { status: 404, headers: { "content-type": "text/html" }, body: html },
  "an echo in a 500": { status: 500, body: html },
  "a redirect with the key": ({ url }) => ({
    status: 302,
    headers: { location: `http://127.0.0.1:9/${url.search}` },
  }),
  "a dropped connection": rawResponse((response) => response.socket?.destroy()),
  "half a response": rawResponse((response) => {
    response.writeHead(200, { "content-length": "999" });
    response.write(`{"result":"${KEY}`, () => response.socket?.destroy());
  }),
  "an impossible header": rawResponse((response) =>
    response.socket?.end(`HTTP/1.1 200 OK\r\nX-${KEY} ?\r\n: bad\r\n\r\n`),
  ),
};

const echoingAnswers: Record<string, Script> = {
  "in a field": { body: { success: true, status: KEY, credits_info: { credits_remaining: KEY } } },
  "in a message": {
    body: { success: true, job_id: "job", status: "failed", message: echo, result: echo },
  },
  "in a date and an address": {
    body: { success: true, status: "preparing", created_at: echo, email: KEY, result: KEY },
  },
};

function operations(
  client: ServiceClient,
  address = `a@b.c?apikey=${KEY}`,
): Record<string, () => Promise<unknown>> {
  const list = join(dir, "list.csv");
  writeFileSync(list, "email\na@b.c\n");
  mkdirSync(join(dir, "out"), { recursive: true });
  return {
    upload: () => client.uploadFile(list),
    status: () => client.status("job"),
    start: () => client.start("job"),
    download: () => client.download("job", join(dir, "out", "results.txt")),
    remove: () => client.remove("job"),
    balance: () => client.balance(),
    verify: () => client.verify(address),
  };
}

test.each(Object.entries(failures))(
  "the key appears in no error, log or file after %s",
  async (_name, failure) => {
    service.answer(failure);
    const client = clientOf(service.baseUrl);
    for (const [operation, act] of Object.entries(operations(client))) {
      const answer = await act();
      expect(answer, operation).toMatchObject({ ok: false });
      expectNoKey(operation, JSON.stringify(answer));
    }
    expectNoKey("console", said.join("\n"));
    expectNoKey("files", everyFile(dir));
  },
);

test.each(Object.entries(echoingAnswers))(
  "the key appears in no result when the service echoes it %s",
  async (_where, script) => {
    service.answer(script);
    for (const [operation, act] of Object.entries(operations(clientOf(service.baseUrl), "a@b.c"))) {
      if (operation !== "download") expectNoKey(operation, JSON.stringify(await act()));
    }
    expectNoKey("console", said.join("\n"));
  },
);

test("the key appears in no error of a host that cannot be reached, found or trusted", async () => {
  const bad = await rawServer((socket) => socket.end("not TLS at all\n"));
  const clients = [
    clientOf("http://127.0.0.1:9"),
    clientOf("https://no-such-host.invalid"),
    clientOf(`https://127.0.0.1:${bad.port}`),
    // Worst case: an error with the whole URL in its message, stack and properties.
    clientOf("https://api.example.com", {
      fetch: async (url) => {
        throw Object.assign(new TypeError(`fetch failed: ${String(url)}`), {
          url,
          cause: new Error(String(url)),
        });
      },
    }),
  ];
  for (const client of clients) {
    for (const [operation, act] of Object.entries(operations(client))) {
      expectNoKey(operation, JSON.stringify(await act()));
    }
  }
  expectNoKey("console", said.join("\n"));
  bad.server.close();
});

test("the key appears in no journal, event, log or result of accounts and checks", async () => {
  const journal = openJournal(join(dir, "winnow.db"), join(dir, "backups"));
  if (!journal.ok) throw new Error(journal.problem.code);
  const keychain = createMemoryKeychain();
  const out: unknown[] = [];
  const accounts = createAccounts({
    journal: journal.value,
    keychain,
    fetch,
    clock: systemClock,
    emit: (event) => out.push(event),
    launchSandbox: () => Promise.reject(new Error(`no sandbox for ${KEY}`)),
    session: { baseUrl: service.baseUrl, apiKey: KEY },
    serviceUrl: service.baseUrl,
  });
  const { handlers: checks } = createChecks({
    accounts,
    clock: systemClock,
    kept: async () => ok({ checks: 0, lists: [], stillKnown: false }),
    forget: async () => ok(0),
    lookUp: () => Promise.reject(new Error(KEY)),
    unanswered: () => [],
    claim: () => ok(1),
    endClaim: () => {
      throw new Error(KEY);
    },
    remember: () => Promise.reject(new Error(KEY)),
    suggest: () => null,
    findSuppression: async () => ({ ok: true, value: null }),
    log: (line) => out.push(line),
  });
  const good: Script = {
    status: 200,
    body: { success: true, result: "deliverable", credits_info: { credits_remaining: 9 } },
  };
  const signal = new AbortController().signal;
  for (const state of ["available", "locked"] as const) {
    keychain.state = state;
    service.answer(good);
    out.push(await accounts.add({ label: state, baseUrl: null, apiKey: KEY }));
    out.push(
      await accounts.add({
        label: "key in the address",
        baseUrl: `https://x.example/?apikey=${KEY}`,
        apiKey: KEY,
      }),
    );
    out.push(await accounts.add({ label: "key for an address", baseUrl: KEY, apiKey: KEY }));
    for (const scripted of [good, ...Object.values(echoingAnswers), ...Object.values(failures)]) {
      service.answer(scripted);
      for (const { id } of await accounts.list()) {
        out.push(await accounts.refresh(id), await accounts.replaceKey(id, KEY), await accounts.sandbox());
        const address = "a@b.c";
        out.push(
          await checks["checks.check"]({ accountId: id, address, again: false, anyway: false }, { signal }),
        );
      }
    }
  }
  out.push(await accounts.list());
  expectNoKey("answers, events and logs", JSON.stringify(out));
  expectNoKey("what is redacted", accounts.redact(`a stack with ${KEY} in it`));
  await accounts.close();
  journal.value.close();
  expectNoKey("the data folder", everyFile(dir));
  expectNoKey("console", said.join("\n"));
});

function expectNoKey(where: string, text: string): void {
  for (const form of KEY_FORMS)
    if (text.includes(form)) throw new Error(`the key is in ${where}: ${text.slice(0, 400)}`);
}

function everyFile(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");
}

async function rawServer(act: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    act(socket);
  });
  return { server, port: await listen(server) };
}
