import "./without-eval.ts";
import "./trusted-types.ts";
import "@mantine/core/styles.css";
import "@fontsource-variable/inter/opsz.css";
import "./look.css";
import "./kit.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { createBridge, pageTransport } from "./bridge.ts";
import { FaultBoundary } from "./frame/FaultBoundary.tsx";
import { createWinnow, loadAll, WinnowProvider } from "./stores/winnow.tsx";

const winnow = createWinnow(createBridge(pageTransport()));
void loadAll(winnow);

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <WinnowProvider winnow={winnow}>
        <FaultBoundary of="window">
          <App />
        </FaultBoundary>
      </WinnowProvider>
    </StrictMode>,
  );
