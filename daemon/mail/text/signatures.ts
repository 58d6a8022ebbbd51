import { anyOf, sentFrom, sentFromAtEnd } from './languages.ts';

const longestPhoneLine = 120;
const phoneStart = new RegExp(`^[\\s*_\\[(]*${anyOf(sentFrom)}`, 'iu');
const phoneEnd = new RegExp(`${anyOf(sentFromAtEnd)}[\\s.。]*$`, 'iu');
/** A program's name has no comma in it, and no sentence follows. */
const isSentence = /[,;!?]\s|\.$|\.\s+\p{Lu}/u;
const protonLine = /^Sent with .{0,40} secure email\.$/i;
const phone = /phone|ipad|android|outlook|mobil|galaxy|blackberry|huawei|xiaomi/i;

/** A line a phone or a program puts under a message: `Sent from my iPhone`, in some thirty languages. */
export function isPhoneLine(line: string): boolean {
  if (line.length > longestPhoneLine) return false;
  if (phoneStart.test(line)) return isShortPhrase(line.replace(/<[^>]*>/g, '').trim());
  return line.length <= 40 && phoneEnd.test(line) && phone.test(line);
}

function isShortPhrase(text: string): boolean {
  return protonLine.test(text) || (!isSentence.test(text) && text.split(/\s+/).length <= 9);
}

/** `-- ` (RFC 3676, section 4.3), with or without its space, or a dash as some programs draw it. */
export function isSignatureMark(line: string): boolean {
  return line.startsWith('-') ? /^--\s*$/.test(line) : /^[—–]+\s*$/.test(line);
}

const footerWords = /mailing list|listinfo|unsubscribe|@lists?\.|-users\b|reply to this e?mail directly|google groups/i;

/** Where a list's own lines begin, under a rule; `below` are the lines that follow it. */
export function isListFooter(line: string, below: readonly string[]): boolean {
  return /^\s*(?:_{2,}|-{3,}|—)\s*$/.test(line) && below.some((text) => footerWords.test(text));
}
