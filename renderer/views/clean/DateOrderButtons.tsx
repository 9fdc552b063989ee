import { Group } from "@mantine/core";
import { DATE_ORDERS, type DateOrder } from "../../../shared/date-order.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { questionWords } from "../../words/questions.ts";

/** Answers to the question whether a file's dates begin with the day or the month. */
export function DateOrderButtons(props: { disabled: boolean; onOrder: (order: DateOrder) => void }) {
  return (
    <Group gap="xs">
      {DATE_ORDERS.map((order) => (
        <SmallButton key={order} disabled={props.disabled} onClick={() => props.onOrder(order)}>
          {questionWords.dateOrders[order]}
        </SmallButton>
      ))}
    </Group>
  );
}
