import { Button, Group, Popover, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { commonWords } from "../../../words/common.ts";
import { tableWords } from "../../../words/table.ts";

/** Asks beside `children` what a view is to be called. */
export function ViewName(props: {
  isOpen: boolean;
  /** What it is called so far. */
  name: string;
  onClose: () => void;
  onKeep: (name: string) => void;
  children: ReactNode;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? props.name;
  const close = () => {
    setTyped(null);
    props.onClose();
  };
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    props.onKeep(name.trim());
    close();
  };
  return (
    <Popover
      opened={props.isOpen}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      // What stands in it may be several controls: none of them is called after the popup.
      withRoles={false}
    >
      <Popover.Target>{props.children}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={tableWords.viewName}>
        <Group gap="xs" align="end" wrap="nowrap" component="form" onSubmit={keep}>
          <TextInput
            data-autofocus
            label={tableWords.viewName}
            value={name}
            maxLength={60}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ""}>
            {commonWords.save}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
