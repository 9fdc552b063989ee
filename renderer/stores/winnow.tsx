import { createContext, type ReactNode, useContext } from "react";
import { type StoreApi, useStore } from "zustand";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { assertNever } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";
import { type AccountsState, createAccountsStore } from "./accounts.ts";
import { type AppState, createAppStore } from "./app.ts";
import { type CleaningsState, createCleaningsStore } from "./cleanings.ts";
import { createDeskStore, type DeskState } from "./desk.ts";
import { createIntakeStore, type IntakeState } from "./intake.ts";

/** Everything that the page knows, by feature, with the bridge that feeds it. */
export interface Winnow {
  readonly bridge: Bridge;
  readonly app: StoreApi<AppState>;
  readonly accounts: StoreApi<AccountsState>;
  readonly cleanings: StoreApi<CleaningsState>;
  readonly intake: StoreApi<IntakeState>;
  readonly desk: StoreApi<DeskState>;
}

/** Makes the page's stores over `bridge` and keeps them up to date with its events. */
export function createWinnow(bridge: Bridge): Winnow {
  const winnow: Winnow = {
    bridge,
    app: createAppStore(bridge),
    accounts: createAccountsStore(bridge),
    cleanings: createCleaningsStore(bridge),
    intake: createIntakeStore(bridge),
    desk: createDeskStore(),
  };
  bridge.listen((event) => take(winnow, event));
  return winnow;
}

function take(winnow: Winnow, event: BridgeEvent): void {
  switch (event.event) {
    case "list.progress":
      return winnow.intake.getState().progress(event.listId, event);
    case "cleaning.changed":
      return winnow.cleanings.getState().put(event.cleaning);
    case "cleaning.finished":
      winnow.cleanings.getState().put(event.cleaning);
      return winnow.desk.getState().tell({ kind: "finished", cleaning: event.cleaning });
    case "account.changed":
      return winnow.accounts.getState().put(event.account);
    case "accounts.changed":
      void winnow.accounts.getState().load();
      return;
    case "export.progress":
      return winnow.desk.getState().exporting(event.cleaningId, event.rowsWritten, event.rowsTotal);
    case "network.changed":
      return winnow.app.getState().setOnline(event.online);
    case "files.received":
      winnow.desk.getState().ask({ kind: "go", to: "/clean" });
      void winnow.intake.getState().add(event.sources, winnow.app.getState().settings.onlyAddresses);
      return;
    case "command":
      return winnow.desk.getState().ask({ kind: "command", command: event.command });
    case "show.cleaning":
      return winnow.desk.getState().ask({ kind: "go", to: `/cleanings/${event.cleaningId}` });
    case "notice":
      return winnow.desk.getState().tell({ kind: "problem", problem: event.problem });
    default:
      return assertNever(event);
  }
}

const WinnowContext = createContext<Winnow | null>(null);

export function WinnowProvider(props: { winnow: Winnow; children: ReactNode }) {
  return <WinnowContext value={props.winnow}>{props.children}</WinnowContext>;
}

/** The page's stores and bridge. */
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
export function useIntake<T>(select: (state: IntakeState) => T): T {
  return useStore(useWinnow().intake, select);
}
export function useDesk<T>(select: (state: DeskState) => T): T {
  return useStore(useWinnow().desk, select);
}
