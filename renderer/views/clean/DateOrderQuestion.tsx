import { Group } from "@mantine/core";
import { DATE_ORDERS, type DateOrder } from "../../../shared/date-order.ts";
import type { Problem } from "../../../shared/problems.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { questionWords } from "../../words/questions.ts";
import { Question } from "./ReadQuestions.tsx";

interface DateOrderQuestionProps {
  readonly problem: Problem;
  readonly isBusy: boolean;
  readonly onOrder: (order: DateOrder) => void;
}

/** Asks whether a file's dates begin with the day or the month. */
export function DateOrderQuestion({ problem, isBusy, onOrder }: DateOrderQuestionProps) {
  return (
    <Question title={questionWords.dateOrder} help={problem.detail}>
      <Group gap="xs">
        {DATE_ORDERS.map((order) => (
          <SmallButton key={order} disabled={isBusy} onClick={() => onOrder(order)}>
            {questionWords.dateOrders[order]}
          </SmallButton>
        ))}
      </Group>
    </Question>
  );
}
