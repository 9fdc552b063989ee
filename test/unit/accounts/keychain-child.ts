import { join } from "node:path";
import { createAccounts, createKeychain } from "../../../electron/engine/accounts/index.ts";
import { systemClock } from "../../../electron/engine/clock.ts";
import { openJournal } from "../../../electron/engine/store/index.ts";
import type { Step } from "./secret-service.ts";

/** Steps to run, from the first argument. Their results are printed as one line of JSON. */
const steps: Step[] = JSON.parse(process.argv[2] ?? "[]");
const keychain = createKeychain();
const answers: unknown[] = [];
for (const step of steps) answers.push(await runStep(step));
process.stdout.write(`${JSON.stringify(answers)}\n`);

async function runStep(step: Step): Promise<unknown> {
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
  }
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
    async fetch() {
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
