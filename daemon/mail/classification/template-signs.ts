import type { Address } from '../../contract/fields.ts';

/** Signs that a program filled in a template, or that a text was made for many readers. */
export type TemplateSigns = {
  /** The text or the subject contains the address of a recipient, by which people do not call each other. */
  namesAddress: boolean;
  /** The text begins with first and last name of a recipient, without a word of greeting. */
  beginsWithFullName: boolean;
  /** The subject contains first and last name of a recipient, and more. */
  hasNameInSubject: boolean;
  /** Most letters at the beginning are capitals. */
  isShouted: boolean;
  exclamationCount: number;
  /** How many different amounts of money and percentages the text mentions. */
  amountCount: number;
  /** The text ends in a line of random characters, by which each copy of a mailing differs. */
  endsAtRandom: boolean;
};

const beginningLength = 60;
const endLength = 80;

/** One of them is in each amount, in this case. Looking for them first costs a tenth of the pattern. */
const amountSigns = ['$', '€', '£', '¥', '%', '٪', '円', 'USD', 'EUR', 'ollar', 'uro', 'دولار'];
const amountPattern =
  /(?:US\$|R\$|[$€£¥]|\b(?:usd|eur)\s)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€£%٪円]|usd\b|euros?\b|dollars?\b|万円|دولار)/gi;
/** Twelve letters or more without a space, or groups of letters and digits in turn, alone in the last line. */
const randomPattern = /\n\s*(?:[a-z]{12,}|(?=\S*\d\S*[a-z]\S*\d)(?=\S*[A-Z])[A-Za-z0-9()-]{10,})\s*$/;

/**
 * `text` is the part of the writer's own text that is read, `names` are the words of the recipients' names, in lower case. The sender is
 * not among the recipients.
 */
export function readTemplateSigns(
  text: string,
  message: { subject: string; recipients: readonly Address[]; names: readonly (readonly string[])[] },
): TemplateSigns {
  const { subject, names } = message;
  const fullNames = names.filter((name) => name.length >= 2);
  return {
    namesAddress: namesAddress(text, message),
    beginsWithFullName: fullNames.length > 0 && fullNameAt(wordsOf(text.slice(0, beginningLength)), fullNames) === 0,
    hasNameInSubject: fullNames.length > 0 && hasNameAndMore(wordsOf(subject), fullNames),
    isShouted: isShouted(text),
    exclamationCount: countExclamations(text),
    amountCount: countAmounts(text),
    endsAtRandom: randomPattern.test(text.slice(-endLength)),
  };
}

function namesAddress(
  text: string,
  { subject, recipients }: { subject: string; recipients: readonly Address[] },
): boolean {
  if (!text.includes('@') && !subject.includes('@')) return false;
  const lower = `${subject}\n${text}`.toLowerCase();
  return recipients.some(({ email }) => email.includes('@') && lower.includes(email.toLowerCase()));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

function hasNameAndMore(words: readonly string[], names: readonly (readonly string[])[]): boolean {
  return words.length > 3 && fullNameAt(words, names) >= 0;
}

/** The index of two words that follow each other and belong to one name; they may be longer than in the name. -1 if there are none. */
function fullNameAt(words: readonly string[], names: readonly (readonly string[])[]): number {
  for (let at = 0; at + 1 < words.length; at++)
    for (const name of names) {
      const first = partIn(words[at], name);
      if (first < 0) continue;
      const second = partIn(words[at + 1], name);
      if (second >= 0 && second !== first) return at;
    }
  return -1;
}

function partIn(word: string | undefined, name: readonly string[]): number {
  return name.findIndex((part) => word?.startsWith(part));
}

const shoutedLength = 300;
const minCapitals = 60;

function isShouted(text: string): boolean {
  let [capitals, lowercase] = [0, 0];
  for (let at = 0; at < shoutedLength && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) capitals += 1;
    else if (code >= 97 && code <= 122) lowercase += 1;
  }
  return capitals >= minCapitals && capitals > lowercase;
}

function countAmounts(text: string): number {
  return amountSigns.some((sign) => text.includes(sign)) ? new Set(text.match(amountPattern)).size : 0;
}

function countExclamations(text: string): number {
  let count = 0;
  for (let at = text.indexOf('!'); at >= 0; at = text.indexOf('!', at + 1)) count += 1;
  return count;
}
