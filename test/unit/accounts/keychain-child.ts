import { join } from "node:path";
import Database from "better-sqlite3";
import { createAccounts, createKeychain } from "../../../electron/engine/accounts/index.ts";
import { systemClock } from "../../../electron/engine/handlers.ts";
import { openJournal } from "../../../electron/engine/store/index.ts";
import type { Step } from "./secret-service.ts";

/** Runs the steps that its argument lists, and prints what they answered: one line of JSON. */
const steps: Step[] = JSON.parse(process.argv[2] ?? "[]");
const keychain = createKeychain();
const sentTo: string[] = [];
const answers: unknown[] = [];
for (const step of steps) answers.push(await take(step));
process.stdout.write(`${JSON.stringify(answers)}\n`);

async function take(step: Step): Promise<unknown> {
  switch (step.do) {
    case "probe":
      return keychain.probe();
    case "read":
      return keychain.read(step.account);
    case "save":
      return keychain.save(step.account, step.key);
    case "remove":
      return keychain.remove(step.account);
    case "everything":
      // Whatever the system's keychain holds under Winnow's name.
      return (await import("keytar")).default.findCredentials("Winnow");
    case "account.add":
      return withAccounts(step.dir, (accounts) =>
        accounts.add({ label: "Acme", baseUrl: null, apiKey: step.key }),
      );
    case "account.list":
      return withAccounts(step.dir, (accounts) => accounts.list());
    case "account.remove":
      return withAccounts(step.dir, async (accounts) => {
        const [first] = await accounts.list();
        return accounts.remove(first?.id ?? "");
      });
    case "account.edit":
      return onRow(step.dir, (db) => db.prepare("UPDATE accounts SET base_url = ?").run(step.baseUrl));
    case "account.age":
      return onRow(step.dir, (db, id) => {
        db.prepare("UPDATE accounts SET base_url_at_upgrade = base_url").run();
        return keychain.save(id, step.key);
      });
    case "account.ask": {
      sentTo.length = 0;
      return withAccounts(step.dir, async (accounts) => {
        const [first] = await accounts.list();
        const answer = await accounts.refreshCredits(first?.id ?? "");
        return { problem: answer.ok ? null : answer.problem.code, sentTo: [...sentTo] };
      });
    }
  }
}

async function onRow(dir: string, act: (db: Database.Database, id: string) => unknown): Promise<null> {
  const db = new Database(join(dir, "winnow.db"));
  await act(db, String(db.prepare("SELECT id FROM accounts").pluck().get()));
  db.close();
  return null;
}

async function withAccounts<T>(
  dir: string,
  act: (accounts: ReturnType<typeof createAccounts>) => Promise<T>,
): Promise<T> {
  const journal = openJournal(join(dir, "winnow.db"), join(dir, "backups"));
  if (!journal.ok) throw new Error(journal.problem.code);
  const accounts = createAccounts({
    journal: journal.value,
    keychain,
    async fetch(url) {
      sentTo.push(new URL(String(url)).origin);
      return Response.json({ success: true, credits_info: { credits_remaining: 3 } });
    },
    clock: systemClock,
    emit: () => {},
    launchSandbox: () => Promise.reject(new Error("not needed here")),
    session: null,
    serviceUrl: "https://api.example.com",
  });
  const answer = await act(accounts);
  await accounts.close();
  journal.value.close();
  return answer;
}
