import { fail, type Result } from "../../shared/result.ts";
import { hostGone } from "../words/common.ts";

/** Key in sessionStorage, which is limited to this tab and origin (so to one port). */
const KEPT = "winnow.pass";
/** BroadcastChannel on which tabs of the same origin share the secret. Pages on other ports can't receive it. */
const CHANNEL = "winnow.pass";
const TOKEN = /^#token=([\w-]+)$/;
/** Time that a new tab waits for another tab's response, in milliseconds. */
const ASKING_MS = 400;

type Message = { readonly kind: "asked" } | { readonly kind: "given"; readonly bearer: string };

export interface SessionToken {
  /** Returns the bearer token; `null` if this tab was never authorised. */
  bearer(): Promise<string | null>;
}

/**
 * Obtains this tab's credentials: in exchange for the one-time token in the URL hash, from before a reload, or from
 * another tab. The token is removed from the URL at once. Tokens opened in this tab later are used as well.
 */
export function openSession(): SessionToken {
  let bearer = window.sessionStorage.getItem(KEPT);
  const keep = (given: string) => {
    bearer = given;
    window.sessionStorage.setItem(KEPT, given);
  };
  const channel = new BroadcastChannel(CHANNEL);
  let answered = () => {};
  const tell = (message: Message) => channel.postMessage(message);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "asked") {
      if (bearer !== null) tell({ kind: "given", bearer });
    } else if (bearer === null) {
      keep(data.bearer);
      answered();
    }
  });

  const enter = async (token: string): Promise<boolean> => {
    const entered = await askToEnter(token);
    if (!entered.ok) return false;
    keep(entered.value.bearer);
    tell({ kind: "given", bearer: entered.value.bearer });
    return true;
  };
  const ask = () =>
    new Promise<void>((resolve) => {
      answered = resolve;
      window.setTimeout(resolve, ASKING_MS);
      tell({ kind: "asked" });
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

function takeToken(hash: string): string | null {
  const token = TOKEN.exec(window.location.hash)?.[1];
  if (token === undefined) return null;
  window.history.replaceState(null, "", window.location.pathname + hash);
  return token;
}

async function askToEnter(token: string): Promise<Result<{ bearer: string }>> {
  const headers = { "content-type": "application/json" };
  try {
    return await (await fetch("/enter", { method: "POST", headers, body: JSON.stringify({ token }) })).json();
  } catch {
    return fail(hostGone);
  }
}
