/** Subject prefixes for replies and forwards that mail programs write in various languages. */
const replyPrefixes =
  're|aw|antw|antwort|sv|vs|ref|rif|odp|ynt|yan|res|rép|rif|回复|回覆|答复|答覆|回信|返信|답장|ответ|на|απ|σχετ';
const forwardPrefixes = 'fwd?|fw|wg|vb|vl|vd|tr|rv|enc|i|doorst|pd|továbbítás|转发|轉寄|轉發|転送|전달|пересл|πρθ';

const replyPrefixPattern = new RegExp(
  `^\\s*(?:${replyPrefixes})\\s*(?:\\[\\d+\\]|\\(\\d+\\)|\\*\\d+|\\^\\d+)?\\s*[:：]`,
  'iu',
);
const forwardPrefixPattern = new RegExp(`^\\s*(?:${forwardPrefixes})\\s*(?:\\[\\d+\\]|\\(\\d+\\))?\\s*[:：]`, 'iu');

/** The subject of a reply: `Re:` is added unless there is a reply prefix. */
export function replySubject(subject: string): string {
  return withPrefix(subject, replyPrefixPattern, 'Re:');
}

/** The subject of a forward: `Fwd:` is added unless there is a forward prefix. */
export function forwardSubject(subject: string): string {
  return withPrefix(subject, forwardPrefixPattern, 'Fwd:');
}

/** A bracketed list name at the beginning is skipped: `[list] Re: plan` is a reply. */
function withPrefix(subject: string, known: RegExp, prefix: string): string {
  const plain = subject.trim();
  if (known.test(plain.replace(/^(?:\[[^\]]{1,60}\]\s*)+/, ''))) return plain;
  return plain === '' ? prefix : `${prefix} ${plain}`;
}
