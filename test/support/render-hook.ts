import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { type Winnow, WinnowProvider } from "../../renderer/stores/winnow.tsx";

/** Returns the minimum of a DOM element with which React can run a component that renders nothing. */
function container(): Element {
  const nothing = () => {};
  const page = { nodeType: 9, addEventListener: nothing };
  // React uses no other members.
  return {
    nodeType: 1,
    tagName: "DIV",
    addEventListener: nothing,
    ownerDocument: page,
  } as unknown as Element;
}

/** Runs a hook below `winnow`'s provider. The test must call `vi.unstubAllGlobals` at its end. */
export async function renderHook<P, T>(winnow: Winnow, hook: (props: P) => T, props: NoInfer<P>) {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("window", { HTMLIFrameElement: class {} });
  const renders: T[] = [];
  function HookHost(given: { props: P }) {
    renders.push(hook(given.props));
    return null;
  }
  const root = createRoot(container());
  const render = (next: P) =>
    act(async () => {
      const children = createElement(HookHost, { props: next });
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
    act: (change: () => unknown) => act(async () => void (await change())),
    unmount: () => act(async () => root.unmount()),
  };
}
