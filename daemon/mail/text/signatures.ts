import { alternatives, sentFrom, sentFromAtEnd } from './mail-phrases.ts';
import { excuses } from './signature-phrases.ts';

const maxDeviceLineLength = 140;
const deviceLineStart = new RegExp(`^[\\s*_\\[(]*${alternatives(sentFrom)}`, 'iu');
const deviceLineEnd = new RegExp(`${alternatives(sentFromAtEnd)}[\\s.。]*$`, 'iu');
const excusePattern = new RegExp(
  `[\\s,;:.(–—-]+(?:so\\s+)?(?:please|pls|kindly|excuse|forgive|pardon|sorry|apologies|expect|bitte|merci|veuillez|disculpe|desculpe|scusa|scusate|извините)` +
    `[^\\n]{0,60}(?<!\\p{L})${alternatives(excuses)}[^\\n.!]{0,40}[.!)]*$`,
  'iu',
);
/** The name of a program contains no comma, and no sentence follows. */
const sentencePattern = /[,;!?]\s|\.$|\.\s+\p{Lu}/u;
const protonLinePattern = /^Sent with .{0,40} secure email\.$/i;
const deviceWords =
  'i?phone|ipad|android|smart ?phone|handy|mobiltelefon|mobile|mobil|movil|móvil|celular|telefono|teléfono|téléphone|telefoon|telefon|portable|device' +
  '|gerät|appareil|dispositivo|tablet|tablette|galaxy|samsung|blackberry|huawei|xiaomi|nokia|pixel|outlook|mail|windows|смартфона|телефона';
const devicePattern = /phone|telefon|ipad|android|outlook|mobil|galaxy|samsung|blackberry|huawei|xiaomi/i;
/** Phones sold by an operator name it first, and some end the line with a full stop. */
const phoneLinePattern = new RegExp(
  `^[^,.!?]{3,60}(?:(?:verizon|at&t|sprint|t-mobile|vodafone|orange|o2|ee|rogers|bell|telus),)?[^,.!?]{0,60}(?<!\\p{L})(?:${deviceWords})(?:[ -][\\p{Lu}\\d][\\p{L}\\d®™+]*){0,3}\\.?$`,
  'iu',
);

/** A line that a phone or a program adds below a message: `Sent from my iPhone`, in some thirty languages. */
export function isDeviceSignature(line: string): boolean {
  if (line.length > maxDeviceLineLength) return false;
  if (deviceLineStart.test(line)) return isShortPhrase(line.replace(/<[^>]*>/g, '').trim());
  return line.length <= 60 && deviceLineEnd.test(line) && devicePattern.test(line);
}

function isShortPhrase(line: string): boolean {
  const text = line.replace(excusePattern, '');
  if (protonLinePattern.test(text) || phoneLinePattern.test(text)) return true;
  return !sentencePattern.test(text) && text.split(/\s+/).length <= 9;
}

/** The line below it in which the sender asks to excuse typing errors. */
export function isExcuse(line: string): boolean {
  return (
    line.length <= maxDeviceLineLength && excusePattern.test(` ${line}`) && line.replace(excusePattern, '') !== line
  );
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
