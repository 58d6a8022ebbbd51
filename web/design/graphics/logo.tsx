/**
 * The coiled horn: one stroke is the tube, the other the bell. It has no text alternative, because it is shown beside the
 * product's name.
 */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 28 24"
      className={className}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <g strokeWidth="2.1" strokeLinecap="round" strokeLinejoin="round">
        <path d="M1.2 10.5h16.6A8 8 0 1 1 10 4.5c3.8 0 6.9 2.5 7.8 6" />
        <path d="M10 4.5h8c3 0 5-1.2 7-3.5v15c-1.8-2.8-4-5-7-5.5" />
      </g>
    </svg>
  );
}
