import { useCallback } from "react";
import { MOST_FAULT_TEXT } from "../../shared/bridge/app.ts";
import { useWinnow } from "../stores/winnow.tsx";

/** Lets a fault in drawing be written to the log, where one of the engine would be. */
export function useFaultReport(where: string): (error: unknown, stack: string) => void {
  const { bridge } = useWinnow();
  return useCallback(
    (error, stack) => {
      const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const text = `${where}: ${said}\nin${stack}`.slice(0, MOST_FAULT_TEXT);
      void bridge.call("app.fault", { text });
    },
    [bridge, where],
  );
}
