const msPerDay = 86_400_000;

/**
 * The filter for mail from `first` to `last`, both included, as YYYY-MM-DD; an empty day is an open end. Undefined without a
 * day, or if the last is before the first.
 */
export function dateFilter(first: string, last: string): string | undefined {
  if (first === '' && last === '') return undefined;
  if (first === last) return `date:${first}`;
  if (last === '') return `after:${first}`;
  const before = `before:${dayAfter(last)}`;
  if (first === '') return before;
  return first < last ? `after:${first} ${before}` : undefined;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + msPerDay).toISOString().slice(0, 10);
}
