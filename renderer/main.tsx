import "./trusted-types.ts";
import "@mantine/core/styles.css";
import "@fontsource-variable/inter/opsz.css";
import "./look.css";
import "./kit.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { desktopBridge } from "./bridge/desktop.ts";
import { httpBridge } from "./bridge/http.ts";
import { ErrorBoundary } from "./frame/ErrorBoundary.tsx";
import { ignoreImeKeys } from "./frame/ime-keys.ts";
import { createWinnow, loadAll, WinnowProvider } from "./stores/winnow.tsx";

const winnow = createWinnow(window.winnow ? desktopBridge(window.winnow) : httpBridge());
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
