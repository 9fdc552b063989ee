import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from "@mantine/core";

interface OnText {
  onText: (text: string) => void;
}

export function TextField({ onText, ...props }: Omit<TextInputProps, "onChange"> & OnText) {
  return <TextInput {...props} onChange={(event) => onText(event.currentTarget.value)} />;
}

/** Field for an API key. */
export function KeyField({ onText, ...props }: Omit<PasswordInputProps, "onChange"> & OnText) {
  return (
    <PasswordInput
      maxLength={500}
      autoComplete="off"
      {...props}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** Search field whose label is not visible. */
export function SearchField({
  label,
  ...props
}: Omit<TextInputProps, "onChange" | "label"> & OnText & { label: string }) {
  return <TextField type="search" aria-label={label} placeholder={label} maxLength={400} {...props} />;
}
