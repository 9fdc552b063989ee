import { Switch, type SwitchProps } from "@mantine/core";

export function SwitchField({
  onCheck,
  ...props
}: Omit<SwitchProps, "onChange"> & { onCheck: (isChecked: boolean) => void }) {
  return <Switch {...props} onChange={(event) => onCheck(event.currentTarget.checked)} />;
}
