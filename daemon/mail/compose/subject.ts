/** What programs put before the subject of an answer or a forward, in the languages of many. */
const replyPrefixes =
  're|aw|antw|antwort|sv|vs|ref|rif|odp|ynt|yan|res|rép|rif|回复|回覆|答复|答覆|回信|返信|답장|ответ|на|απ|σχετ';
const forwardPrefixes = 'fwd?|fw|wg|vb|vl|vd|tr|rv|enc|i|doorst|pd|továbbítás|转发|轉寄|轉發|転送|전달|пересл|πρθ';

const replyPrefixPattern = new RegExp(
  `^\\s*(?:${replyPrefixes})\\s*(?:\\[\\d+\\]|\\(\\d+\\)|\\*\\d+|\\^\\d+)?\\s*[:：]`,
  'iu',
);
const forwardPrefixPattern = new RegExp(`^\\s*(?:${forwardPrefixes})\\s*(?:\\[\\d+\\]|\\(\\d+\\))?\\s*[:：]`, 'iu');

/** The subject of an answer: `Re:` once, whatever stands there already. */
export function replySubject(subject: string): string {
  return withPrefix(subject, replyPrefixPattern, 'Re:');
}

/** The subject of a forward: `Fwd:` once. */
export function forwardSubject(subject: string): string {
  return withPrefix(subject, forwardPrefixPattern, 'Fwd:');
}

/** A name in brackets that a list puts before it all is passed over: `[list] Re: plan` is an answer. */
function withPrefix(subject: string, known: RegExp, prefix: string): string {
  const plain = subject.trim();
  if (known.test(plain.replace(/^(?:\[[^\]]{1,60}\]\s*)+/, ''))) return plain;
  return plain === '' ? prefix : `${prefix} ${plain}`;
}
