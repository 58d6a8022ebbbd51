import type { DraftContent } from '../drafts.ts';
import { writeAddressText } from '../mime/address-text.ts';
import { addressees } from './addressees.ts';
import { shownName, type Original } from './original.ts';
import { plainMarkdown, quotedMarkdown } from './quote.ts';
import { replySubject } from './subject.ts';

/** Characters that are quoted at the most: an answer repeats what it answers, not a whole report. */
const longestQuote = 100_000;

/** What an answer to a message begins with; `all` answers everybody it went to. `body` is Markdown put above the quote. */
export function replyContent(original: Original, all: boolean, body = ''): Partial<DraftContent> {
  const { addressed, own, allOwn } = original;
  const { to, cc } = addressees(addressed, allOwn, all);
  return {
    ...answerTo(original),
    from_text: writeAddressText([own]),
    to_text: writeAddressText(to),
    cc_text: writeAddressText(cc),
    subject: replySubject(original.message.subject),
    body: `${body}\n\n${quote(original)}`.replace(/\n+$/, ''),
    intent: all ? 'reply_all' : 'reply',
  };
}

/**
 * What makes a message an answer (RFC 5322, section 3.6.4): what it answers, and all that that refers to. Without
 * References the parent's In-Reply-To stands in, where it names one message.
 */
export function answerTo({ message }: Pick<Original, 'message'>): Partial<DraftContent> {
  const { id, header_id, in_reply_to, thread_id } = message;
  const references = JSON.parse(message.reference_ids) as string[];
  const earlier = references.length === 0 && in_reply_to !== null ? [in_reply_to] : references;
  return {
    source: id,
    thread_id,
    in_reply_to: header_id,
    references: header_id === null ? earlier : [...earlier.filter((each) => each !== header_id), header_id],
  };
}

function quote({ addressed, when, body }: Original): string {
  if (!body) return '';
  const text = body.text.trimEnd();
  const cut = text.length > longestQuote ? `${text.slice(0, longestQuote).toWellFormed()}\n[…]` : text;
  const wrote = `On ${when}, ${plainMarkdown(shownName(addressed.from))} wrote:`;
  return cut === '' ? '' : `${wrote}\n\n${quotedMarkdown(cut, 1)}`;
}
