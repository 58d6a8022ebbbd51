/** A moment in the time zone of this computer, as `2026-03-10 09:00`. */
export function localTime(moment: string | number): string {
  const at = new Date(moment);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
