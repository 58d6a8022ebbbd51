import { localTime, utcDay } from '../../../base/local-time.ts';
import { inAnySpelling, languageNames, languages, unspaced, type LanguageName } from './languages.ts';

/** A date in a text: the day as YYYY-MM-DD, null where the words don’t say it in a certain way, and where the words are. */
export type DueDate = { day: string | null; words: string; start: number; end: number };

/** When the text was written, and the zone in which its days are meant: that of the user. */
export type WrittenAt = { sent: Date; zone: string | undefined };

const dayMs = 86_400_000;

/** A date further away is a mistake, or not meant as a date. */
const maxDaysUntil = 400;

const numberWords: Record<string, number> = {
  two: 2, three: 3, four: 4, five: 5, seven: 7, ten: 10, zwei: 2, drei: 3, vier: 4, fünf: 5, sieben: 7, zehn: 10, deux: 2,
  trois: 3, quatre: 4, cinq: 5, sept: 7, huit: 8, dix: 10, quinze: 15, dos: 2, tres: 3, cuatro: 4, cinco: 5, siete: 7, diez: 10,
  quince: 15, dois: 2, três: 3, quatro: 4, sete: 7, dez: 10,
}; // prettier-ignore

/** The date until which something is to be done: `by Friday`, `spätestens am 12. März`, `3月15日まで`. */
export function deadlineIn(text: string, at: WrittenAt): DueDate | undefined {
  return firstDate(text, at, (language) => patternsOf(language).deadline);
}

/** A date without a word that makes it a deadline: `tomorrow`, `on Friday`. */
export function dateIn(text: string, at: WrittenAt): DueDate | undefined {
  return firstDate(text, at, (language) => patternsOf(language).date);
}

/** The date after a label such as `Due date:`. */
export function labelledDateIn(text: string, at: WrittenAt): DueDate | undefined {
  return firstDate(text, at, (language) => patternsOf(language).labelled);
}

function firstDate(text: string, at: WrittenAt, patternOf: (language: LanguageName) => RegExp): DueDate | undefined {
  let first: DueDate | undefined;
  for (const language of languageNames) {
    const match = patternOf(language).exec(text);
    if (!match || (first && first.start <= match.index)) continue;
    const day = dayOf(match.groups ?? {}, language, at);
    if (day === undefined) continue;
    const words = withoutEndMark(match[0].trim());
    const start = match.index + match[0].indexOf(words);
    first = { day, words, start, end: start + words.length };
  }
  return first;
}

/** A point ends a sentence, unless it ends a date as in `15.3.` */
function withoutEndMark(words: string): string {
  return /\d\.\d{1,2}\.$/.test(words) ? words : words.replace(/[.,]+$/, '');
}

type Patterns = { deadline: RegExp; date: RegExp; labelled: RegExp };

const known = new Map<LanguageName, Patterns>();

function patternsOf(language: LanguageName): Patterns {
  const found = known.get(language) ?? makePatterns(language);
  known.set(language, found);
  return found;
}

function makePatterns(language: LanguageName): Patterns {
  const { by, before, within, dueLabel } = languages[language];
  const date = datePattern(language);
  if (unspaced.has(language)) {
    const bare = new RegExp(date, 'iu');
    return {
      deadline: new RegExp(`(?:${date})(?:中)?(?:${by}|(?<before>${before}))|(?<within>${within})`, 'iu'),
      date: bare,
      labelled: new RegExp(`(?:${dueLabel})[\\s:：は]{0,6}(?:${date})`, 'iu'),
    };
  }
  const startOfWord = '(?<![\\p{L}\\p{N}])';
  const endOfWord = '(?![\\p{L}\\p{N}])';
  const time =
    '(?:\\s*(?:,|at|um|à|a las|às|الساعة)?\\s*\\d{1,2}(?:[:.h]\\d{2}|\\s?(?:uhr|h|am|pm|a\\.m\\.|p\\.m\\.)))?';
  const prefixes = inAnySpelling(`(?:(?<before>${before})|${by})`);
  return {
    deadline: new RegExp(
      `${startOfWord}(?:${prefixes}\\s+(?:${date})${time}|(?<within>${inAnySpelling(within)}))${endOfWord}`,
      'iu',
    ),
    date: new RegExp(`${startOfWord}(?:${date})${time}${endOfWord}`, 'iu'),
    labelled: new RegExp(`${startOfWord}(?:${inAnySpelling(dueLabel)})[\\s:：]{0,6}(?:${date})${endOfWord}`, 'iu'),
  };
}

/** Dates as named groups, so that what matched says how it is read. */
function datePattern(language: LanguageName): string {
  const { months, weekdays, today, tomorrow, afterTomorrow, monthEnd, coming, unclear } = languages[language];
  if (unspaced.has(language)) {
    return [
      '(?:(?<year>\\d{4})年)?(?<month>\\d{1,2})月(?<day>\\d{1,2})日(?:[（(][月火水木金土日][)）])?',
      '(?<iso>\\d{4}[-/]\\d{1,2}[-/]\\d{1,2})',
      `(?<monthEnd>${monthEnd})`,
      `(?<today>${today})|(?<afterTomorrow>${afterTomorrow})|(?<tomorrow>${tomorrow})`,
      `(?<unclear>${unclear})?(?:${coming})?(?<weekday>${weekdays.join('|')})`,
    ].join('|');
  }
  const month = months.join('|');
  const weekday = weekdays.join('|');
  const of = "(?:of |de |del |d')?";
  const article = `(?:(?:the|den|dem|le|el|la|o|a|${coming}) )?`;
  const leading = `(?:(?:${weekday})(?:,|\\.)? (?:the |den |dem |le |el |dia )?)?`;
  const alternatives = [
    '(?<iso>\\d{4}-\\d{2}-\\d{2})',
    `${article}${leading}(?<dayBefore>\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.)?\\s?${of}(?<nameAfter>${month})\\b\\.?(?:,? (?:de |del )?(?<yearAfter>\\d{4}))?`,
    `${leading}(?<nameBefore>${month})\\.? (?<dayAfter>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (?<yearLast>\\d{4}))?`,
    `${article}${leading}(?<first>\\d{1,2})(?<separator>[./-])(?<second>\\d{1,2})(?:\\k<separator>(?<numericYear>\\d{4}|\\d{2}))?(?!\\d)\\.?`,
    `(?<monthEnd>${monthEnd})`,
    `(?<afterTomorrow>${afterTomorrow})|(?<tomorrow>${tomorrow})|(?<today>${today})`,
    `(?<unclear>(?:${unclear}) )?(?:(?:the|${coming}) )?(?<weekday>${weekday})(?<unclearAfter> (?:${unclear}))?`,
  ];
  return inAnySpelling(alternatives.join('|')).replaceAll('\\b', '(?!\\p{L})');
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The day of a match; null where it is not certain, and undefined where it is no date. */
function dayOf(groups: Groups, language: LanguageName, at: WrittenAt): string | null | undefined {
  const written = Math.floor(localTime(at.sent.getTime(), at.zone) / dayMs) * dayMs;
  const day = calendarDay(groups, language, written);
  if (day === undefined) return undefined;
  if (day === null) return null;
  const due = groups['before'] === undefined ? day : day - dayMs;
  // What was over when it was written is no deadline.
  if (due < written || due > written + maxDaysUntil * dayMs) return undefined;
  return new Date(due).toISOString().slice(0, 10);
}

/** Midnight in UTC; null where it is not certain, undefined where there is no such day. */
function calendarDay(groups: Groups, language: LanguageName, written: number): number | null | undefined {
  if (groups['within'] !== undefined) return written + withinDays(groups['within']) * dayMs;
  if (groups['today'] !== undefined) return written;
  if (groups['tomorrow'] !== undefined) return written + dayMs;
  if (groups['afterTomorrow'] !== undefined) return written + 2 * dayMs;
  const date = new Date(written);
  if (groups['monthEnd'] !== undefined) return utcDay(date.getUTCFullYear(), date.getUTCMonth() + 2, 1) - dayMs;
  if (groups['weekday'] !== undefined) return weekdayAfter(groups, language, written);
  if (groups['iso'] !== undefined) {
    const [year = 0, month = 0, day = 0] = groups['iso'].split(/[-/]/).map(Number);
    return existingDay(year, month, day);
  }
  if (groups['month'] !== undefined)
    return yearOrNext(groups['year'], Number(groups['month']), Number(groups['day']), written);
  const name = groups['nameAfter'] ?? groups['nameBefore'];
  if (name !== undefined) {
    const month = indexOf(languages[language].months, name) + 1;
    return yearOrNext(
      groups['yearAfter'] ?? groups['yearLast'],
      month,
      Number(groups['dayBefore'] ?? groups['dayAfter']),
      written,
    );
  }
  return numericDay(groups, language, written);
}

function withinDays(words: string): number {
  const digits = /\d+/.exec(words)?.[0];
  if (digits !== undefined) return Number(digits);
  const named = words
    .toLowerCase()
    .split(/\s+/)
    .find((word) => numberWords[word] !== undefined);
  return named === undefined ? 0 : (numberWords[named] ?? 0);
}

/** The coming day of the week. On that day itself, and with `next`, it is not certain which one is meant. */
function weekdayAfter(groups: Groups, language: LanguageName, written: number): number | null {
  const wanted = indexOf(languages[language].weekdays, groups['weekday'] ?? '');
  const today = (new Date(written).getUTCDay() + 6) % 7;
  const days = (wanted - today + 7) % 7;
  if (days === 0 || groups['unclear'] !== undefined || groups['unclearAfter'] !== undefined) return null;
  return written + days * dayMs;
}

/** `3/4` and `3/4/2026` depend on the country where both numbers can be a month. */
function numericDay(groups: Groups, language: LanguageName, written: number): number | null | undefined {
  const [first, second] = [Number(groups['first']), Number(groups['second'])];
  const { isDayFirst } = languages[language];
  const year = groups['numericYear'];
  const fullYear = year !== undefined && year.length === 2 ? `20${year}` : year;
  // A point between two numbers is a decimal point in English.
  if (isDayFirst === undefined && groups['separator'] === '.' && year === undefined) return undefined;
  // Without a year, two numbers with a hyphen are a range.
  if (groups['separator'] === '-' && year === undefined) return undefined;
  if (isDayFirst === true || first > 12) return yearOrNext(fullYear, second, first, written);
  if (second > 12) return yearOrNext(fullYear, first, second, written);
  return first === second ? yearOrNext(fullYear, first, second, written) : null;
}

/** Without a year, the date that is closest to when it was written. */
function yearOrNext(year: string | undefined, month: number, day: number, written: number): number | undefined {
  if (year !== undefined) return existingDay(Number(year), month, day);
  const own = new Date(written).getUTCFullYear();
  const candidates = [own - 1, own, own + 1].flatMap((each) => existingDay(each, month, day) ?? []);
  return candidates.toSorted((one, other) => Math.abs(one - written) - Math.abs(other - written))[0];
}

function existingDay(year: number, month: number, day: number): number | undefined {
  const midnight = utcDay(year, month, day);
  const date = new Date(midnight);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? midnight : undefined;
}

function indexOf(lists: readonly string[], word: string): number {
  return lists.findIndex((list) =>
    new RegExp(`^(?:${list})$`, 'iu').test(word.replaceAll('’', "'").replaceAll(/\s+/g, ' ')),
  );
}
