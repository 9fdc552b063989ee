import { Button } from "@mantine/core";
import type { Unwanted } from "../../../../shared/bridge/answer.ts";
import { suppressWords } from "../../../words/suppress.ts";
import css from "./UnwantedOffer.module.css";

/** What keeps whom another service says not to mail out of later lists, too; and that they are, once all of them are. */
export function UnwantedOffer(props: { unwanted: Unwanted; onSuppress: () => void }) {
  const { addresses, suppressed } = props.unwanted;
  return (
    <div className={css.offer}>
      <span role="status">
        {suppressed < addresses ? suppressWords.offer(props.unwanted) : suppressWords.settled(props.unwanted)}
      </span>
      {suppressed < addresses && (
        <Button size="compact-sm" variant="default" onClick={props.onSuppress}>
          {suppressWords.add}
        </Button>
      )}
    </div>
  );
}
