import { Button, Group, Popover } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Settings } from "../../../shared/bridge/app.ts";
import { TextField } from "../../components/fields.tsx";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { commonWords } from "../../words/common.ts";

/** A view, which belongs to a list, or an export preset. */
interface Named {
  readonly name: string;
  readonly listId?: string;
}

/** Returns `saved` with `item` appended, or replacing the one called `instead`. */
export function withNamed<T extends Named>(saved: readonly T[], item: T, instead = item.name): T[] {
  const isCalled = (one: T, name: string) => one.listId === item.listId && one.name === name;
  const at = saved.findIndex((one) => isCalled(one, instead));
  if (at < 0) return [...withoutNamed(saved, item), item];
  return saved.flatMap((one, index) => (index === at ? [item] : isCalled(one, item.name) ? [] : [one]));
}

export function withoutNamed<T extends Named>(saved: readonly T[], { listId, name }: T): T[] {
  return saved.filter((one) => one.listId !== listId || one.name !== name);
}

/** Returns a function that saves settings, notifies the user if that fails, and returns whether it succeeded. */
export function useSaveSettings(): (patch: Partial<Settings>) => Promise<boolean> {
  const { desk } = useWinnow();
  const save = useApp((state) => state.save);
  return async (patch) => {
    const problem = await save(patch);
    if (problem) desk.getState().notify({ kind: "problem", problem });
    return problem === null;
  };
}

/** A popover that asks for a name. `children` is what it points to. */
export function NamePopover(props: {
  label: string;
  isOpen: boolean;
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
      // The target can contain several controls, none of which should be labelled as the popup's trigger.
      withRoles={false}
    >
      <Popover.Target>{props.children}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={props.label}>
        <Group gap="xs" align="end" wrap="nowrap" component="form" onSubmit={keep}>
          <TextField
            data-autofocus
            // In a dialog, Escape closes only the popover.
            data-mantine-stop-propagation
            label={props.label}
            value={name}
            maxLength={60}
            onText={setTyped}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ""}>
            {commonWords.save}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
