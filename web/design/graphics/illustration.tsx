/** Small line drawings for empty states. */
const strokes = {
  // A post horn on its cord.
  resting: ['M22 20C34 6 62 6 74 20', 'M24 46h34a15 15 0 1 1-15-12h14c8 0 13-4 17-10v32c-4-6-9-10-17-10'],
  // An open envelope.
  open: ['M18 34v32h60V34', 'M18 34l30 20 30-20-30-18z'],
  // A signpost with two arms.
  lost: ['M48 14v58', 'M48 22h22l8 7-8 7H48M48 42H28l-8 7 8 7h20'],
  // A magnifying glass over an empty line.
  search: ['M58 50L74 66', 'M61 37a19 19 0 1 1-38 0 19 19 0 0 1 38 0z'],
  // A flying sheet of paper.
  coming: ['M40 24h36l-8 40H32z', 'M12 32h18M8 44h18M4 56h18'],
  // A broken cord.
  broken: ['M10 46c10-14 18 12 28-2', 'M58 46c10-14 18 12 28-2'],
} as const;

export type IllustrationName = keyof typeof strokes;

export function Illustration({ name }: { name: IllustrationName }) {
  const [soft, strong] = strokes[name];
  return (
    <svg width="96" height="80" viewBox="0 0 96 80" fill="none" aria-hidden="true" focusable="false">
      <g strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d={soft} stroke="var(--line)" />
        <path d={strong} stroke="var(--brass)" />
      </g>
    </svg>
  );
}
