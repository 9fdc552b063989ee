import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useApp, useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import css from "./NetworkLine.module.css";

/** One quiet line while there is no network; tells the engine what the system says about it. */
export function NetworkLine() {
  const { bridge, app } = useWinnow();
  const online = useApp((state) => state.online);
  useEffect(() => {
    const tell = () => {
      app.getState().setOnline(navigator.onLine);
      void bridge.call("app.online", { online: navigator.onLine });
    };
    // The page may have been opened without a network, and its own word is newer than any answer under way.
    tell();
    window.addEventListener("online", tell);
    window.addEventListener("offline", tell);
    return () => {
      window.removeEventListener("online", tell);
      window.removeEventListener("offline", tell);
    };
  }, [bridge, app]);
  return (
    <div role="status" className={css.status}>
      {!online && (
        <div className={css.line}>
          <IconPlugConnectedX size={15} aria-hidden="true" />
          {frameWords.offline}
        </div>
      )}
    </div>
  );
}
