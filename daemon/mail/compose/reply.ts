import type { DraftContent } from '../drafts/drafts.ts';
import { formatAddressText } from '../mime/address/address-text.ts';
import { replyRecipients } from './reply-recipients.ts';
import { displayName, type OriginalMessage } from './original-message.ts';
import { plainMarkdown, quotedMarkdown } from './quote.ts';
import { replySubject } from './subject.ts';

/** The maximum number of quoted characters: a reply quotes the message, but not a whole report. */
const maxQuoteLength = 100_000;

/**
 * The initial content of a reply; `all` addresses all recipients. `body` is Markdown that is placed above the quote.
 */
export function replyContent(original: OriginalMessage, all: boolean, body = ''): Partial<DraftContent> {
  const { headers, ownAddress, ownAddresses } = original;
  const { to, cc } = replyRecipients(headers, ownAddresses, all);
  return {
    ...replyReferences(original),
    from_text: formatAddressText([ownAddress]),
    to_text: formatAddressText(to),
    cc_text: formatAddressText(cc),
    subject: replySubject(original.message.subject),
    body: `${body}\n\n${quoteOriginal(original)}`.replace(/\n+$/, ''),
    intent: all ? 'reply_all' : 'reply',
  };
}

/**
 * The headers that make a message a reply (RFC 5322, section 3.6.4): the Message-ID of the parent and all its
 * references. Without References the parent's In-Reply-To is used if it contains a single Message-ID.
 */
export function replyReferences({ message }: Pick<OriginalMessage, 'message'>): Partial<DraftContent> {
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

function quoteOriginal({ headers, dateText, body }: OriginalMessage): string {
  if (!body) return '';
  const text = body.text.trimEnd();
  const cut = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).toWellFormed()}\n[…]` : text;
  const attribution = `On ${dateText}, ${plainMarkdown(displayName(headers.from))} wrote:`;
  return cut === '' ? '' : `${attribution}\n\n${quotedMarkdown(cut, 1)}`;
}
