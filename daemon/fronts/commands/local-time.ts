/** A moment in the time zone of this computer, as `2026-03-10 09:00`, or with seconds as `2026-03-10 09:00:30`. */
export function localTime(moment: string | number, { hasSeconds = false } = {}): string {
  const at = new Date(moment);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), ...(hasSeconds ? [at.getSeconds()] : [])].map(two).join(':');
  return `${day} ${time}`;
}
