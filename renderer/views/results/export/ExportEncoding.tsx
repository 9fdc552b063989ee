import { useCall } from "../../../stores/reading.ts";
import { EncodingChoices } from "../../clean/ReadQuestions.tsx";

/** Asks in which encoding the words of a list are right, where an export writes them anew. */
export function ExportEncoding(props: {
  listId: string;
  busy: boolean;
  onEncoding: (encoding: string) => void;
}) {
  const { value } = useCall("lists.preflight", { listId: props.listId });
  const question = value?.questions?.find((one) => one.kind === "encoding");
  return (
    <EncodingChoices
      alternatives={question?.alternatives ?? []}
      busy={props.busy}
      onEncoding={props.onEncoding}
    />
  );
}
