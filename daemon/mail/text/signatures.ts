import { alternatives, sentFrom, sentFromAtEnd } from './mail-phrases.ts';

const maxDeviceLineLength = 120;
const deviceLineStart = new RegExp(`^[\\s*_\\[(]*${alternatives(sentFrom)}`, 'iu');
const deviceLineEnd = new RegExp(`${alternatives(sentFromAtEnd)}[\\s.。]*$`, 'iu');
/** The name of a program contains no comma, and no sentence follows. */
const sentencePattern = /[,;!?]\s|\.$|\.\s+\p{Lu}/u;
const protonLinePattern = /^Sent with .{0,40} secure email\.$/i;
const devicePattern = /phone|ipad|android|outlook|mobil|galaxy|blackberry|huawei|xiaomi/i;

/** A line that a phone or a program adds below a message: `Sent from my iPhone`, in some thirty languages. */
export function isDeviceSignature(line: string): boolean {
  if (line.length > maxDeviceLineLength) return false;
  if (deviceLineStart.test(line)) return isShortPhrase(line.replace(/<[^>]*>/g, '').trim());
  return line.length <= 40 && deviceLineEnd.test(line) && devicePattern.test(line);
}

function isShortPhrase(text: string): boolean {
  return protonLinePattern.test(text) || (!sentencePattern.test(text) && text.split(/\s+/).length <= 9);
}

/** `-- ` (RFC 3676, section 4.3), with or without its space, or a dash as some programs write it. */
export function isSignatureSeparator(line: string): boolean {
  return line.startsWith('-') ? /^--\s*$/.test(line) : /^[—–]+\s*$/.test(line);
}

const listFooterPattern =
  /mailing list|listinfo|unsubscribe|@lists?\.|-users\b|reply to this e?mail directly|google groups/i;

/** The start of a mailing list footer below a rule; `below` are the lines after it. */
export function isListFooter(line: string, below: readonly string[]): boolean {
  return /^\s*(?:_{2,}|-{3,}|—)\s*$/.test(line) && below.some((text) => listFooterPattern.test(text));
}
