import { useEffect, useState } from "react";
import type { ReadQuestion } from "../../../../shared/bridge/lists.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { EncodingChoices } from "../../clean/ReadQuestions.tsx";

type Alternatives = Extract<ReadQuestion, { kind: "encoding" }>["alternatives"];

/** Asks in which encoding the words of a list are right, where an export writes them anew. */
export function ExportEncoding(props: {
  listId: string;
  busy: boolean;
  onEncoding: (encoding: string) => void;
}) {
  const { bridge } = useWinnow();
  const { listId } = props;
  const [alternatives, setAlternatives] = useState<Alternatives>([]);
  useEffect(() => {
    let current = true;
    void bridge.call("lists.preflight", { listId }).then((found) => {
      const question = found.ok ? found.value.questions?.find((one) => one.kind === "encoding") : undefined;
      if (current && question !== undefined) setAlternatives(question.alternatives);
    });
    return () => {
      current = false;
    };
  }, [bridge, listId]);
  return <EncodingChoices alternatives={alternatives} busy={props.busy} onEncoding={props.onEncoding} />;
}
