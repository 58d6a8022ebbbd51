/** An amount in the smallest unit of its currency (ISO 4217). */
export type Amount = { minor: number; currency: string };

/** The digits after the decimal separator that a currency has. */
export function currencyDigits(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** As it is shown, as in `€129.90`. */
export function formatAmount({ minor, currency }: Amount): string {
  return formatOf(currency).format(minor / 10 ** currencyDigits(currency));
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  formats.set(currency, known);
  return known;
}
