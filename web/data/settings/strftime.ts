/**
 * A date in a strftime format (POSIX), in the zone of the browser. Names of days and months are those of `language`, or the
 * browser's. Supported: %a %A %b %B %h %d %e %j %m %y %Y %H %I %k %l %M %p %S %D %F %R %T %n %t %%, each also with `-` after
 * the percent sign for no leading zero. Other sequences are unchanged.
 */
export function strftime(format: string, date: Date, language: string | undefined): string {
  return format.replaceAll(/%(-?)([a-zA-Z%])/g, (expand, bare: string, sign: string) => {
    const part = signs[sign]?.(date, knownLanguage(language));
    if (part === undefined) return expand;
    return bare === '' ? part : part.replace(/^[0 ]+(?=\d)/, '');
  });
}

type Sign = (date: Date, language: string | undefined) => string;

const two = (value: number, fill = '0') => String(value).padStart(2, fill);
const named =
  (options: Intl.DateTimeFormatOptions): Sign =>
  (date, language) =>
    new Intl.DateTimeFormat(language, options).format(date);
const composed =
  (format: string): Sign =>
  (date, language) =>
    strftime(format, date, language);
const hourOfTwelve = (date: Date) => date.getHours() % 12 || 12;

const signs: Record<string, Sign | undefined> = {
  a: named({ weekday: 'short' }),
  A: named({ weekday: 'long' }),
  b: named({ month: 'short' }),
  B: named({ month: 'long' }),
  h: named({ month: 'short' }),
  d: (date) => two(date.getDate()),
  e: (date) => String(date.getDate()),
  j: (date) => String(dayOfYear(date)).padStart(3, '0'),
  m: (date) => two(date.getMonth() + 1),
  y: (date) => two(date.getFullYear() % 100),
  Y: (date) => String(date.getFullYear()),
  H: (date) => two(date.getHours()),
  k: (date) => String(date.getHours()),
  I: (date) => two(hourOfTwelve(date)),
  l: (date) => String(hourOfTwelve(date)),
  M: (date) => two(date.getMinutes()),
  p: (date) => (date.getHours() < 12 ? 'AM' : 'PM'),
  S: (date) => two(date.getSeconds()),
  D: composed('%m/%d/%y'),
  F: composed('%Y-%m-%d'),
  R: composed('%H:%M'),
  T: composed('%H:%M:%S'),
  n: () => ' ',
  t: () => ' ',
  '%': () => '%',
};

function dayOfYear(date: Date): number {
  const days = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(date.getFullYear(), 0, 1);
  return days / 86_400_000 + 1;
}

/** If the browser has no names in the language, it uses its own language. */
function knownLanguage(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
