/** The limits of pane widths in pixels. Without a stored width the style defines it. */
export const paneWidths = {
  side: { least: 180, most: 400, usual: 224 },
  list: { least: 280, most: 720, usual: 392 },
} as const;
export type Pane = keyof typeof paneWidths;

const storageKeyOf = (pane: Pane) => `posthorn.width.${pane}`;

/** The width that is stored in this browser. */
export function storedWidth(pane: Pane): number | undefined {
  const stored = Number(localStorage.getItem(storageKeyOf(pane)) ?? Number.NaN);
  return Number.isFinite(stored) ? clampWidth(pane, stored) : undefined;
}

/** Applies and stores a width; undefined restores the default. Returns the width within its limits. */
export function setPaneWidth(pane: Pane, width: number | undefined): number | undefined {
  const next = width === undefined ? undefined : clampWidth(pane, width);
  if (next === undefined) localStorage.removeItem(storageKeyOf(pane));
  else localStorage.setItem(storageKeyOf(pane), String(next));
  showPaneWidth(pane, next);
  return next;
}

/** Runs before the first paint, so that the stored width applies at once. */
export function applyPaneWidths(): void {
  for (const pane of Object.keys(paneWidths) as Pane[]) showPaneWidth(pane, storedWidth(pane));
}

function showPaneWidth(pane: Pane, width: number | undefined): void {
  const { style } = document.documentElement;
  if (width === undefined) style.removeProperty(`--${pane}-width`);
  else style.setProperty(`--${pane}-width`, `${width}px`);
}

function clampWidth(pane: Pane, width: number): number {
  const { least, most } = paneWidths[pane];
  return Math.round(Math.min(most, Math.max(least, width)));
}
