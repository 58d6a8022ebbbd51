/** A whole number as English writes it: 12,345. `Intl` does the same, and loading it takes as long as a start. */
export function formatInteger(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
