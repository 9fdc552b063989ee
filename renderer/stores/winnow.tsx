import { createContext, type ReactNode, useCallback, useContext, useEffect } from "react";
import { type StoreApi, useStore } from "zustand";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { assertNever } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import { type AccountsState, createAccountsStore, currentAccount } from "./accounts.ts";
import { type AppState, createAppStore } from "./app.ts";
import { type ChecksState, createChecksStore } from "./checks.ts";
import { type CleaningsState, createCleaningsStore } from "./cleanings.ts";
import { createIntakeStore, type IntakeState } from "./intake.ts";
import { createUiStore, isTextCommand, type UiState, undoInText } from "./ui.ts";

/**
 * Returns a field's text and its setter; the text survives navigation. It is `initial` until changed, and again after
 * being set to `null`. Not for API keys.
 */
export function useDraft(field: string, initial = ""): [string, (text: string | null) => void] {
  const text = useDesk((state) => state.drafts[field]) ?? initial;
  const draft = useDesk((state) => state.draft);
  return [text, useCallback((next: string | null) => draft(field, next), [draft, field])];
}

export interface Winnow {
  readonly bridge: Bridge;
  readonly app: StoreApi<AppState>;
  readonly accounts: StoreApi<AccountsState>;
  readonly cleanings: StoreApi<CleaningsState>;
  readonly intake: StoreApi<IntakeState>;
  readonly checks: StoreApi<ChecksState>;
  readonly desk: StoreApi<UiState>;
}

/** Creates the page's stores and updates them from the bridge's events. */
export function createStores(bridge: Bridge): Winnow {
  const app = createAppStore(bridge);
  const accounts = createAccountsStore(bridge);
  const cleanings = createCleaningsStore(bridge);
  const winnow: Winnow = {
    bridge,
    app,
    accounts,
    cleanings,
    intake: createIntakeStore(bridge, {
      startLimit() {
        const { accountId, startUnderCredits } = app.getState().settings;
        const account = currentAccount(accounts.getState().accounts, accountId);
        return { accountId: account?.id ?? null, underCredits: startUnderCredits };
      },
      looksUpDomains: () => app.getState().settings.lookUpDomains,
      onStarted(cleaning) {
        cleanings.getState().put(cleaning);
        if (cleaning.state !== "imported") cleanings.getState().watch(cleaning.id);
      },
      now: () => performance.now(),
    }),
    checks: createChecksStore(bridge),
    desk: createUiStore(),
  };
  bridge.listen((event) => take(winnow, event), {
    resumed() {
      app.getState().reconnected();
      void loadAll(winnow);
    },
    gone: (heardUntil) => app.getState().setUnreachable(heardUntil),
  });
  return winnow;
}

/** Loads everything the frame shows. A demo without accounts gets the sandbox account. */
export async function loadAll(winnow: Winnow): Promise<void> {
  const { app, accounts, cleanings } = winnow;
  await Promise.all([app.getState().load(), cleanings.getState().load(), accounts.getState().load()]);
  if (app.getState().info?.demo && accounts.getState().accounts?.length === 0)
    await accounts.getState().sandbox();
  await winnow.intake.getState().resume();
}

/** Resets all stores and reloads them after a restore. */
async function readAnew(winnow: Winnow): Promise<void> {
  forget(winnow.accounts);
  forget(winnow.cleanings);
  forget(winnow.intake);
  forget(winnow.checks);
  await loadAll(winnow);
  winnow.app.getState().remount();
}

function forget<T>(store: StoreApi<T>): void {
  store.setState(store.getInitialState(), true);
}

function take(winnow: Winnow, event: BridgeEvent): void {
  const { accounts, app, cleanings, desk, intake } = {
    accounts: winnow.accounts.getState(),
    app: winnow.app.getState(),
    cleanings: winnow.cleanings.getState(),
    desk: winnow.desk.getState(),
    intake: winnow.intake.getState(),
  };
  switch (event.event) {
    case "list.progress":
      intake.progress(event.listId, event);
      break;
    case "cleaning.changed":
      cleanings.put(event.cleaning);
      intake.begun(event.cleaning.listId);
      break;
    case "cleaning.finished":
      cleanings.put(event.cleaning);
      desk.notify({ kind: "finished", cleaning: event.cleaning });
      void winnow.checks.getState().listEnded();
      break;
    case "cleaning.erased":
      cleanings.erased(event.cleaningId);
      app.invalidate("erased");
      break;
    case "results.changed":
      app.invalidate(`results ${event.cleaningId}`);
      break;
    case "suppression.changed":
      app.invalidate("suppression");
      break;
    case "settings.changed":
      void app.readSettings();
      break;
    case "team.changed":
      app.invalidate("team");
      break;
    case "team.synced":
      app.invalidate("team synced");
      break;
    case "check.answered":
      app.invalidate("checks");
      break;
    case "check.forgotten":
      winnow.checks.getState().forgotten(event.address);
      app.invalidate("checks");
      app.invalidate("forgotten");
      break;
    case "account.changed":
      accounts.put(event.account);
      break;
    case "accounts.changed":
      // The removed account may have been the chosen one.
      void app.readSettings();
      void accounts.load();
      break;
    case "balance.waiting":
      accounts.setWaiting(event.accountId, event.problem);
      break;
    case "export.progress":
      if (event.name !== undefined) desk.exporting(event.name, event.rowsWritten, event.rowsTotal);
      break;
    case "keychain.waiting":
      app.waitForKeychain(event.waiting);
      break;
    case "network.changed":
      app.setOnline(event.online);
      break;
    case "files.received":
      desk.dispatch({ kind: "go", to: "/clean" });
      void intake.add(event.sources);
      break;
    case "command":
      if (isTextCommand(event.command) && undoInText(event.command)) break;
      desk.dispatch({ kind: "command", command: event.command });
      break;
    case "show.cleaning":
      desk.dispatch({ kind: "go", to: `/cleanings/${event.cleaningId}` });
      break;
    case "notice":
      // The missing keychain was mentioned before the key was entered, and the account shows it permanently.
      if (event.problem.code === "keychain_unavailable" && app.info?.keychain !== "available") break;
      desk.notify({ kind: "problem", problem: event.problem });
      break;
    case "domains.progress":
      intake.domainsProgress(event.listId, event);
      break;
    case "erase.progress":
      // The dialog only awaits the end.
      break;
    case "data.replaced":
      if (event.paused !== null) desk.notify({ kind: "restored", paused: event.paused });
      void readAnew(winnow);
      break;
    default:
      assertNever(event);
  }
}

export const WinnowContext = createContext<Winnow | null>(null);

export function WinnowProvider(props: { winnow: Winnow; children: ReactNode }) {
  return <WinnowContext value={props.winnow}>{props.children}</WinnowContext>;
}

export function useWinnow(): Winnow {
  const winnow = useContext(WinnowContext);
  if (!winnow) throw new Error("useWinnow is used outside of WinnowProvider");
  return winnow;
}

export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useWinnow().app, select);
}
export function useAccounts<T>(select: (state: AccountsState) => T): T {
  return useStore(useWinnow().accounts, select);
}
export function useCleanings<T>(select: (state: CleaningsState) => T): T {
  return useStore(useWinnow().cleanings, select);
}
/** Returns a cleaning, which is fetched again; `undefined` while it is unknown. */
export function useCleaning(id: string): Cleaning | undefined {
  const fetch = useCleanings((state) => state.fetch);
  useEffect(() => void fetch(id), [fetch, id]);
  return useCleanings((state) => state.byId[id]);
}
export function useIntake<T>(select: (state: IntakeState) => T): T {
  return useStore(useWinnow().intake, select);
}
export function useDesk<T>(select: (state: UiState) => T): T {
  return useStore(useWinnow().desk, select);
}
export function useChecks<T>(select: (state: ChecksState) => T): T {
  return useStore(useWinnow().checks, select);
}
