import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../shared/bridge/defaults.ts";
import type { CallInput } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";
import { createMemoryKeychain } from "../unit/accounts/memory-keychain.ts";
import type { FaultySandbox } from "./faulty-sandbox/index.ts";
import { testFolder } from "./folders.ts";
import { type InProcess, openInProcess, readList, unwrap } from "./in-process.ts";
import type { TestPostgres } from "./postgres.ts";

let teams = 0;

/** A team's database, and members with data folders and accounts of their own at one service. */
export async function createTeamWorld(postgres: TestPostgres, sandbox: FaultySandbox) {
  const team = ++teams;
  const logins = ["ann", "bob", "cem", "dee", "eva"] as const;
  type Login = (typeof logins)[number];
  const urls = await postgres.database(...logins);
  const open: InProcess[] = [];

  /** Opens a member's Winnow. Its data folder and keychain stay the same. */
  async function start(login: Login, options: Partial<EngineOptions> = {}): Promise<Member> {
    const own = people.get(login) ?? createPerson(login);
    people.set(login, own);
    const { dataDir, keychain, sessionAccount } = own;
    const at = unwrap(await openInProcess(dataDir, { keychain, sessionAccount, ...options }));
    open.push(at);
    return memberOf(at, login, own.folder, urls[login] ?? "");
  }

  const people = new Map<Login, ReturnType<typeof createPerson>>();
  function createPerson(login: Login) {
    const folder = testFolder();
    const label = `team-${process.pid}-${team}-${login}`;
    const account = sandbox.createAccount({ label, credits: 100_000 });
    return {
      folder,
      dataDir: join(folder, "data"),
      keychain: createMemoryKeychain(),
      sessionAccount: { baseUrl: sandbox.baseUrl, apiKey: account.key },
      label,
    };
  }

  return {
    urls,
    start,
    /** Opens the Winnows of members who have joined; the first creates the team. */
    async join(...names: Login[]): Promise<Member[]> {
      const members: Member[] = [];
      for (const [index, login] of names.entries()) {
        const member = await start(login);
        members.push(member);
        const owner = { url: urls.owner ?? "" };
        if (index === 0) {
          unwrap(await member.at.call("team.create", owner));
          for (const other of logins)
            await postgres.sql(`SELECT winnow.admit('${userOf(other)}', true)`, owner.url);
        }
        unwrap(await member.at.call("team.join", { url: urls[login] ?? "", name: nameOf(login) }));
      }
      return members;
    },
    /** Returns how often each address was charged, over all accounts. */
    charges(): ReadonlyMap<string, number> {
      const charged = new Map<string, number>();
      for (const { label } of people.values())
        for (const [address, times] of sandbox.charges(label))
          charged.set(address, (charged.get(address) ?? 0) + times);
      return charged;
    },
    sql: (text: string, login = "owner") => postgres.sql(text, urls[login]),
    async end(): Promise<void> {
      await Promise.all(open.map((at) => at.close()));
    },
  };

  function userOf(login: Login): string {
    return new URL(urls[login] ?? "").username;
  }
}

export type TeamWorld = Awaited<ReturnType<typeof createTeamWorld>>;

function nameOf(login: string): string {
  return `${login.slice(0, 1).toUpperCase()}${login.slice(1)}`;
}

let lists = 0;

/** A member's Winnow. */
export type Member = ReturnType<typeof memberOf>;

function memberOf(at: InProcess, login: string, folder: string, url: string) {
  async function accountId(): Promise<string> {
    return unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  }

  async function read(addresses: readonly string[]): Promise<string> {
    const path = join(folder, `list-${++lists}.csv`);
    writeFileSync(path, `Email\n${addresses.join("\n")}\n`);
    return readList(at, path);
  }

  return {
    at,
    login,
    name: nameOf(login),
    /** Name that colleagues see: the login is added because it differs from the name. */
    shownAs: `${nameOf(login)} (${new URL(url).username})`,
    url,
    dataDir: join(folder, "data"),
    read,
    async price(listId: string) {
      const question = { listId, accountId: await accountId(), options: DEFAULT_CLEANING_OPTIONS };
      return unwrap(await at.call("cleanings.price", question));
    },
    async start(
      listId: string,
      options: Partial<CallInput<"cleanings.start">["options"]> = {},
    ): Promise<Result<Cleaning>> {
      return at.call("cleanings.start", {
        listId,
        accountId: await accountId(),
        options: { ...DEFAULT_CLEANING_OPTIONS, ...options },
        agreedCredits: 100_000,
      });
    },
    ended: (cleaningId: string) => at.until(cleaningId, ({ state }) => ENDED.has(state)),
    sync: async () => unwrap(await at.call("team.sync", {})),
  };
}

const ENDED: ReadonlySet<string> = new Set(["done", "failed", "cancelled"]);
