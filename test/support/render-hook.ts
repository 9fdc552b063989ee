import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { type Winnow, WinnowProvider } from "../../renderer/stores/winnow.tsx";

/** What React needs of a browser to run a component that draws nothing. */
function container(): Element {
  const nothing = () => {};
  const page = { nodeType: 9, addEventListener: nothing };
  // React uses no other member of it.
  return {
    nodeType: 1,
    tagName: "DIV",
    addEventListener: nothing,
    ownerDocument: page,
  } as unknown as Element;
}

/** Runs a hook below `winnow`'s provider. For tests that call `vi.unstubAllGlobals` when they end. */
export async function renderHook<P, T>(winnow: Winnow, hook: (props: P) => T, props: NoInfer<P>) {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("window", { HTMLIFrameElement: class {} });
  const renders: T[] = [];
  function Probe(given: { props: P }) {
    renders.push(hook(given.props));
    return null;
  }
  const root = createRoot(container());
  const render = (next: P) =>
    act(async () => {
      const children = createElement(Probe, { props: next });
      root.render(createElement(WinnowProvider, { winnow, children }));
    });
  await render(props);
  return {
    current(): T {
      const last = renders.at(-1);
      if (last === undefined) throw new Error("the hook has not run");
      return last;
    },
    render,
    /** Runs `change` and what React does because of it. */
    act: (change: () => unknown) => act(async () => void (await change())),
    unmount: () => act(async () => root.unmount()),
  };
}
