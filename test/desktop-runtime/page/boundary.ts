/* Runs as text in both worlds of the page, so it must not reference anything outside itself. */

type AnyFunction = (...args: unknown[]) => unknown;

export interface Boundary {
  /** Makes a function callable from the other world and returns its id. */
  offer(own: AnyFunction): number;
  call(id: number, args: unknown[]): unknown;
}

/**
 * Opens the boundary between the page's world and the preload's, over an element that both hold and no document
 * contains. Its events reach both worlds, and their details are cloned. As in Electron's contextBridge, functions and
 * promises are proxied, class instances lose their class, and errors keep only their message.
 */
export function openBoundary(gate: EventTarget, here: string, there: string): Boundary {
  type Node = ["raw" | "list" | "object" | "function" | "promise" | "error", unknown];
  const tell = gate.dispatchEvent.bind(gate);
  const Told = CustomEvent;
  const offered = new Map<number, AnyFunction>();
  const settling = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const answers: { ok: boolean; node: Node }[] = [];
  let last = 0;

  const message = (error: unknown) => (error instanceof Error ? error.message : String(error));
  const offer = (own: AnyFunction) => {
    last += 1;
    offered.set(last, own);
    return last;
  };
  const pack = (value: unknown): Node => {
    if (typeof value === "function") return ["function", offer(value as AnyFunction)];
    if (typeof value === "symbol") throw new TypeError("A symbol cannot cross the context bridge");
    if (typeof value !== "object" || value === null) return ["raw", value];
    if (value instanceof Promise) {
      last += 1;
      const id = last;
      const settle = (ok: boolean, node: Node) =>
        tell(new Told(`${there}:settled`, { detail: { id, ok, node } }));
      value.then(
        (result) => settle(true, pack(result)),
        (error: unknown) => settle(false, ["raw", message(error)]),
      );
      return ["promise", id];
    }
    if (value instanceof Error) return ["error", value.message];
    if (Array.isArray(value)) return ["list", value.map(pack)];
    if (Object.prototype.toString.call(value) !== "[object Object]") return ["raw", value];
    return ["object", Object.entries(value).map(([key, item]) => [key, pack(item)])];
  };
  const unpack = ([kind, value]: Node): unknown => {
    switch (kind) {
      case "raw":
        return value;
      case "error":
        return new Error(String(value));
      case "list":
        return (value as Node[]).map(unpack);
      case "function":
        return (...args: unknown[]) => call(value as number, args);
      case "promise":
        return new Promise((resolve, reject) => settling.set(value as number, { resolve, reject }));
      default:
        return Object.fromEntries((value as [string, Node][]).map(([key, item]) => [key, unpack(item)]));
    }
  };
  const call = (id: number, args: unknown[]) => {
    tell(new Told(`${there}:call`, { detail: { id, args: args.map(pack) } }));
    const answer = answers.pop();
    if (answer === undefined) throw new Error("the other world does not answer");
    if (answer.ok) return unpack(answer.node);
    throw new Error(message(unpack(answer.node)));
  };

  gate.addEventListener(`${here}:call`, (event) => {
    const { id, args } = (event as CustomEvent<{ id: number; args: Node[] }>).detail;
    let answer: { ok: boolean; node: Node };
    try {
      answer = { ok: true, node: pack(offered.get(id)?.(...args.map(unpack))) };
    } catch (error) {
      answer = { ok: false, node: ["raw", message(error)] };
    }
    tell(new Told(`${there}:answer`, { detail: answer }));
  });
  gate.addEventListener(`${here}:answer`, (event) => {
    answers.push((event as CustomEvent<{ ok: boolean; node: Node }>).detail);
  });
  gate.addEventListener(`${here}:settled`, (event) => {
    const { id, ok, node } = (event as CustomEvent<{ id: number; ok: boolean; node: Node }>).detail;
    const waiting = settling.get(id);
    settling.delete(id);
    if (ok) waiting?.resolve(unpack(node));
    else waiting?.reject(new Error(String(unpack(node))));
  });
  return { offer, call };
}
