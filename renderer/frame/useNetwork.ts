import { useEffect } from "react";
import { useWinnow } from "../stores/winnow.tsx";

export function useNetwork(): void {
  const { bridge, app } = useWinnow();
  useEffect(() => {
    let isNotifying = false;
    const tell = async () => {
      app.getState().setOnline(navigator.onLine);
      if (isNotifying) return;
      isNotifying = true;
      // Serialised, because parallel calls could arrive out of order and the last value must win.
      for (let told: boolean | null = null; told !== navigator.onLine; ) {
        told = navigator.onLine;
        await bridge.call("app.online", { online: told });
      }
      isNotifying = false;
    };
    const changed = () => void tell();
    // Report the initial state: the page may have loaded offline.
    changed();
    window.addEventListener("online", changed);
    window.addEventListener("offline", changed);
    return () => {
      window.removeEventListener("online", changed);
      window.removeEventListener("offline", changed);
    };
  }, [bridge, app]);
}
