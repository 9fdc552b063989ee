import { Group, Radio, SimpleGrid } from "@mantine/core";
import { exportWords } from "../../../words/results.ts";
import css from "./ExportDialog.module.css";

/** One of several ways, each with a word on what it does. */
export function ExportChoices<T extends string>(props: {
  label: string;
  columns: number;
  value: T;
  /** `beside`: how many rows it writes; null: not counted yet. Absent: it is no choice of rows. */
  choices: readonly { value: T; name: string; help: string; beside?: number | null }[];
  onChange: (value: T) => void;
}) {
  return (
    <Radio.Group
      label={props.label}
      value={props.value}
      onChange={(value) => {
        const choice = props.choices.find((one) => one.value === value);
        if (choice) props.onChange(choice.value);
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: props.columns }} spacing="xs" mt={6}>
        {props.choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={
              choice.beside === undefined ? (
                choice.name
              ) : (
                <Group component="span" justify="space-between" gap="xs" wrap="nowrap">
                  <span>{choice.name}</span>{" "}
                  <span className="num quiet">
                    {choice.beside === null ? "" : exportWords.rows(choice.beside)}
                  </span>
                </Group>
              )
            }
            description={choice.help}
            className={css.choice}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
