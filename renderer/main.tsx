import "./trusted-types.ts";
import "@mantine/core/styles.css";
import "@fontsource-variable/inter/opsz.css";
import "./look.css";
import "./kit.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { httpBridge } from "./bridge/http.ts";
import { desktopBridge } from "./bridge.ts";
import { ErrorBoundary } from "./frame/ErrorBoundary.tsx";
import { createStores, loadAll, WinnowProvider } from "./stores/winnow.tsx";

/** `keyCode` of keys handled by an input method. Safari also sends it for the Enter that ends a composition. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Hides keys of input methods (Japanese, Chinese, Korean, …) from shortcuts and forms: the Enter that confirms a
 * composition must not submit, and Escape must not close anything.
 */
export function ignoreImeKeys(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.keyCode === HANDLED_BY_INPUT_METHOD) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

const winnow = createStores(window.winnow ? desktopBridge(window.winnow) : httpBridge());
void loadAll(winnow);
ignoreImeKeys();

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <WinnowProvider winnow={winnow}>
        <ErrorBoundary of="window">
          <App />
        </ErrorBoundary>
      </WinnowProvider>
    </StrictMode>,
  );
