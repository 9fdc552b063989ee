import { z } from "zod";

/** Where this tab keeps what it was given: the storage of one origin, so of one port, and of this tab alone. */
const KEPT = "winnow.pass";
/** Tabs of the same origin hand it on to each other here; pages of other ports do not hear it. */
const CHANNEL = "winnow.pass";
const TOKEN = /^#token=([\w-]+)$/;
/** How long a new tab waits for another to answer. */
const ASKING_MS = 400;

const enteredSchema = z.object({
  ok: z.literal(true),
  value: z.object({ bearer: z.string() }),
});
const messageSchema = z.union([
  z.object({ kind: z.literal("asked") }),
  z.object({ kind: z.literal("given"), bearer: z.string() }),
]);

/** What the page shows its host with each request. */
export interface Pass {
  /** The secret; null: this tab was never let in. */
  bearer(): Promise<string | null>;
}

/**
 * The pass of this tab: for the one-time token behind the '#' of the address, from before a reload, or from another tab.
 * The token leaves the address at once. An address that is opened in this tab later is taken as well.
 */
export function openPass(): Pass {
  let bearer = window.sessionStorage.getItem(KEPT);
  const keep = (given: string) => {
    bearer = given;
    window.sessionStorage.setItem(KEPT, given);
  };
  const channel = new BroadcastChannel(CHANNEL);
  let answered = () => {};
  channel.addEventListener("message", (event: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(event.data);
    if (!message.success) return;
    if (message.data.kind === "asked") {
      if (bearer !== null) channel.postMessage({ kind: "given", bearer });
    } else if (bearer === null) {
      keep(message.data.bearer);
      answered();
    }
  });

  const enter = async (token: string): Promise<boolean> => {
    const answer = await askToEnter(token);
    const entered = enteredSchema.safeParse(answer);
    if (!entered.success) return false;
    const given = entered.data.value.bearer;
    keep(given);
    channel.postMessage({ kind: "given", bearer: given });
    return true;
  };
  const ask = () =>
    new Promise<void>((resolve) => {
      answered = resolve;
      window.setTimeout(resolve, ASKING_MS);
      channel.postMessage({ kind: "asked" });
    });
  const begin = async (token: string | null) => {
    if (token !== null && (await enter(token))) return;
    if (bearer === null) await ask();
  };

  const begun = begin(takeToken(""));
  window.addEventListener("hashchange", (event) => {
    const token = takeToken(URL.parse(event.oldURL)?.hash ?? "");
    if (token === null) return;
    event.stopImmediatePropagation();
    void enter(token).then((entered) => {
      if (entered) window.location.reload();
    });
  });

  return {
    async bearer() {
      await begun;
      return bearer;
    },
  };
}

/** The token in the address, which is put back to what it was without it. */
function takeToken(hash: string): string | null {
  const token = TOKEN.exec(window.location.hash)?.[1];
  if (token === undefined) return null;
  window.history.replaceState(null, "", window.location.pathname + hash);
  return token;
}

async function askToEnter(token: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  try {
    return await (await fetch("/enter", { method: "POST", headers, body: JSON.stringify({ token }) })).json();
  } catch {
    return null;
  }
}
