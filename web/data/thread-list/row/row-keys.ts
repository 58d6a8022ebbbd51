import type { KeyboardEvent } from 'react';

/**
 * The arrow keys move within a row: checkbox, link, buttons. Only the link is in the tab order. Escape returns from a button
 * to the link.
 */
export function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const row = event.currentTarget;
  const stops = [...row.querySelectorAll<HTMLElement>('input, a, button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const forward = getComputedStyle(row).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (at < 0 || !['ArrowLeft', 'ArrowRight', 'Escape'].includes(event.key)) return;
  const next = event.key === 'Escape' ? escapeTarget(row) : stops[at + (event.key === forward ? 1 : -1)];
  if (!next) return;
  next.focus();
  event.preventDefault();
}

function escapeTarget(row: HTMLElement): HTMLElement | null {
  return document.activeElement instanceof HTMLButtonElement ? row.querySelector('a') : null;
}
