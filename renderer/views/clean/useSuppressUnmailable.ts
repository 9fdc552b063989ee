import { useState } from "react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { SuppressWish } from "../../components/SuppressDialog.tsx";
import { useWinnow } from "../../stores/winnow.tsx";
import { questionWords } from "../../words/questions.ts";
import { suppressWords } from "../../words/suppress.ts";

type Wish = SuppressWish<CallOutput<"suppression.countUnmailable">>;

/** Asks for those in a mailing service's export to be suppressed who are not to be mailed. */
export function useSuppressUnmailable({ listId, name: file }: Pick<Preflight, "listId" | "name">) {
  const { bridge } = useWinnow();
  const [wish, setWish] = useState<Wish | null>(null);
  const open = () => {
    setWish({
      key: `${listId} unmailable`,
      name: suppressWords.nameOf("unmailable", file),
      count: () => bridge.call("suppression.countUnmailable", { listId }),
      changes: ["suppression"],
      add: (name, shown) => bridge.call("suppression.addUnmailable", { listId, name, shown }),
      say: ({ outcomes, rows }) => questionWords.unmailable(outcomes, rows),
    });
  };
  return { wish, open, close: () => setWish(null) };
}
