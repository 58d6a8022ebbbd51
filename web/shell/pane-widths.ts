/** How wide panes may be, in pixels. The usual width is that of the style where nobody has chosen one. */
export const widths = {
  side: { least: 180, most: 400, usual: 224 },
  list: { least: 280, most: 720, usual: 392 },
} as const;
export type Pane = keyof typeof widths;

const keyOf = (pane: Pane) => `posthorn.width.${pane}`;

/** The width somebody has chosen in this browser. */
export function keptWidth(pane: Pane): number | undefined {
  const kept = Number(localStorage.getItem(keyOf(pane)) ?? Number.NaN);
  return Number.isFinite(kept) ? held(pane, kept) : undefined;
}

/** Shows and keeps a width, or the usual one where it is undefined; gives it as it is within its bounds. */
export function setWidth(pane: Pane, width: number | undefined): number | undefined {
  const next = width === undefined ? undefined : held(pane, width);
  if (next === undefined) localStorage.removeItem(keyOf(pane));
  else localStorage.setItem(keyOf(pane), String(next));
  showWidth(pane, next);
  return next;
}

/** Before the first paint: what was chosen holds at once. */
export function applyWidths(): void {
  for (const pane of Object.keys(widths) as Pane[]) showWidth(pane, keptWidth(pane));
}

function showWidth(pane: Pane, width: number | undefined): void {
  const { style } = document.documentElement;
  if (width === undefined) style.removeProperty(`--${pane}-width`);
  else style.setProperty(`--${pane}-width`, `${width}px`);
}

function held(pane: Pane, width: number): number {
  const { least, most } = widths[pane];
  return Math.round(Math.min(most, Math.max(least, width)));
}
