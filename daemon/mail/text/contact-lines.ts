import { alternatives } from './mail-phrases.ts';
import { companyForms, contactLabels, jobTitles } from './signature-phrases.ts';

const maxLength = 100;

const addressPattern = /[^\s<>@:;,|]+@[^\s<>@|]+\.[^\s<>@|]+/gu;
/** A site, or a page directly below it. Longer addresses are usually what a message is about. */
const sitePattern = /(?:https?:\/\/|www\.)[^\s/<>|]+(?:\/[^\s/<>|]{0,40}){0,3}(?=[\s<>|]|$)/giu;
const bareSitePattern = /(?<![^\s|<])(?:[a-z\d-]+\.)+(?:com|org|net|edu|gov|io|eu|[a-z]{2})\/?(?=[\s>|]|$)/giu;
const phonePattern = /(?<![\d.,$€£#])(?:\+|\(\+?|00)?\d{1,5}\)?(?:[\s\u00a0.()/–-]{0,3}\d{1,5}){1,7}(?!\d|-?\p{L})/gu;
const clockOrDatePattern = /\d[:h]\d\d|(?:19|20)\d\d[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)/u;
const labelPattern = new RegExp(`(?<![\\p{L}\\d])${alternatives(contactLabels)}(?:\\s*[:：)]|(?=\\s*[+(\\d]))`, 'giu');
const titlePattern = new RegExp(`(?<![\\p{L}\\d])${alternatives(jobTitles)}(?![\\p{L}\\d])`, 'giu');
const companyPattern = new RegExp(`(?<![\\p{L}\\d])${alternatives(companyForms)}(?![\\p{L}\\d])`, 'giu');
const handlePattern = /(?<![^\s|])@\w{2,30}(?=[\s|]|$)/gu;

/** Lines of code, lists, footnotes, patches and fields of messages. */
const otherContentPattern =
  /[{}=;\\`]|^[-*•·+>#]\s|^[[(]?\d{1,2}[\])][:\s]|^\d{1,2}[.:]\s|^(?:diff|---|\+\+\+|@@)|["“„«].{12,}|\?\s*$|\.{2,}|…|[©®]|copyright|all rights/iu;
const fieldPattern = /^[\p{L}\p{M}][\p{L}\p{M} -]{0,30}[:：]/u;
const postscriptPattern = /^(?:p\.?\s?s\.?|ps|n\.?b\.?)(?![\p{L}\d])/iu;
const smallWords = new Set(
  (
    'of and for the in at on to or & de du des la le les et en au der die das und für von vom zu zum zur im am da do dos ' +
    'das di del della delle dei e i y el los van voor met och för av og i ja na w z o a и в на по для im'
  ).split(' '),
);

/** What a line of a contact block is: evidence of one, or text that can stand beside evidence, such as a name. */
type ContactLine = 'evidence' | 'words';

/**
 * Whether a line can belong to the contact block below a name: a phone number, an address, a job title, or capitalized
 * words; undefined for prose.
 */
export function contactLineOf(line: string): ContactLine | undefined {
  const trimmed = line.trim();
  if (trimmed.length > maxLength) return undefined;
  const text = trimmed.replace(/^[*_|]+\s*|\s*[*_|]+$/g, '');
  if (text === '' || otherContentPattern.test(text) || postscriptPattern.test(text)) return undefined;
  let rest = text;
  let isEvidence = false;
  const take = (pattern: RegExp, accepts: (found: string) => boolean = () => true) => {
    rest = rest.replace(pattern, (found) => {
      if (!accepts(found)) return found;
      isEvidence = true;
      return ' ';
    });
  };
  take(addressPattern);
  take(sitePattern);
  take(bareSitePattern);
  take(handlePattern);
  if (!clockOrDatePattern.test(rest)) take(phonePattern, isPhoneNumber);
  const hasValue = isEvidence;
  rest = rest.replace(labelPattern, (label) => {
    if (/\p{L}{3}/u.test(label) && /[:：]/.test(label)) isEvidence = true;
    return ' ';
  });
  if (fieldPattern.test(rest.trim())) return undefined;
  const beginsWithTitle = rest.trim().search(titlePattern) === 0;
  take(titlePattern);
  take(companyPattern);
  const lower = lowerCaseWords(rest);
  if (isEvidence) return lower <= (hasValue || beginsWithTitle ? 1 : 0) && wordsIn(rest) <= 9 ? 'evidence' : undefined;
  return lower === 0 && wordsIn(rest) <= 7 && !/[.!:：。！,]$/u.test(text.replace(/\p{L}\.$/u, ''))
    ? 'words'
    : undefined;
}

/** Seven to fifteen digits in groups (E.164), or with an international prefix. */
function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 15 && (/^\(?\+|^00/.test(text) || /\d[\s\u00a0.()/–-]+\d/u.test(text));
}

function lowerCaseWords(text: string): number {
  return (text.match(/(?<![\p{L}\p{M}\d'’.-])\p{Ll}[\p{L}\p{M}]+/gu) ?? []).filter((word) => !smallWords.has(word))
    .length;
}

const wordsIn = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
