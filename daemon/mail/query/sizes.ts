export type Comparison = '>=' | '<=' | '>' | '<' | '=';

const units: Record<string, number> = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
};

/** A size such as `>=1.5mb` in whole bytes. Units are powers of 1024. */
export function readSize(value: string): { comparison: Comparison | undefined; bytes: number } | undefined {
  const found = /^(>=|<=|>|<|=)?\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kmg]?b?)$/i.exec(value);
  if (!found) return undefined;
  const [, comparison, amount = '', unit = ''] = found;
  const bytes = Math.round(Number(amount) * (units[unit.toLowerCase()] ?? 1));
  if (!Number.isSafeInteger(bytes)) return undefined;
  return { comparison: comparison as Comparison | undefined, bytes };
}
