/** Winnow's mark: grains over a basket, the good ones kept. */
export function Mark(props: { size: number }) {
  return (
    <svg width={props.size} height={props.size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M3 17h26a13 11 0 0 1-26 0Z" fill="var(--mantine-primary-color-filled)" />
      <circle cx="11" cy="11" r="2.6" fill="var(--w-deliverable)" />
      <circle cx="18" cy="6.5" r="2.1" fill="var(--w-accept_all)" />
      <circle cx="21.5" cy="12" r="2.6" fill="var(--w-deliverable)" />
    </svg>
  );
}
