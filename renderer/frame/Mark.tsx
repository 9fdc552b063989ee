export function Mark(props: { size: number }) {
  return (
    <svg width={props.size} height={props.size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M2 18h28c0 6.4-6 11.4-14 11.4S2 24.4 2 18Z" fill="var(--w-accent)" />
      <ellipse
        cx="10"
        cy="11.2"
        rx="2.3"
        ry="3.7"
        transform="rotate(-28 10 11.2)"
        fill="var(--w-deliverable)"
      />
      <ellipse cx="22" cy="12" rx="2.3" ry="3.7" transform="rotate(18 22 12)" fill="var(--w-deliverable)" />
      <ellipse
        cx="17.2"
        cy="5.2"
        rx="1.9"
        ry="3.2"
        transform="rotate(28 17.2 5.2)"
        fill="var(--w-accept_all)"
      />
    </svg>
  );
}
