import { Failure } from '../../base/failure.ts';
import type { ReadDb } from '../../store/db.ts';
import { storedAttachments, type StoredAttachment } from '../attachments/attachments.ts';
import type { DraftContent } from '../drafts/drafts.ts';
import { formatAddressText } from '../mime/address/address-text.ts';
import { recipientsOf } from '../messages/messages.ts';
import { attachmentName } from './attachment-name.ts';
import type { NewDraftFile } from './draft-files.ts';
import type { OriginalMessage } from './original-message.ts';
import { plainMarkdown, quotedMarkdown } from './quote.ts';
import { replyReferences } from './reply.ts';
import { forwardSubject } from './subject.ts';

type ForwardContent = { content: Partial<DraftContent>; files: NewDraftFile[] };

/**
 * The initial content of a forward: the header summary, the text (for HTML mail its visible text), the inline images,
 * and the attachments, which are fetched later. Throws Failure `not_downloaded`.
 */
export function forwardContent(db: ReadDb, original: OriginalMessage, newCid: () => string, body = ''): ForwardContent {
  const { message, ownAddress } = original;
  if (!original.body)
    throw new Failure('unavailable', 'not_downloaded', 'This message hasn’t been downloaded yet.', {
      retryable: true,
    });
  const attachments = storedAttachments(db, message);
  const html = original.body.html?.toLowerCase() ?? '';
  const isInline = (each: StoredAttachment) =>
    each.content_id !== null &&
    each.mime_type.startsWith('image/') &&
    html.includes(`cid:${each.content_id.toLowerCase()}`);
  const inlineFiles = attachments.filter(isInline).map((each) => fileOf(original, each, { cid: newCid() }));
  const listedFiles = attachments
    .filter((each) => !isInline(each))
    .map((each, position) => fileOf(original, each, { position }));
  const pictures = inlineFiles.map(({ name, cid }) => `![${name.replaceAll(/[[\]\\]/g, '')}](cid:${cid})`);
  const text = quotedMarkdown(original.body.text.trim(), 0);
  return {
    content: {
      ...replyReferences(original),
      // A forward is not a reply; its references keep it in the thread.
      in_reply_to: null,
      from_text: formatAddressText([ownAddress]),
      subject: forwardSubject(message.subject),
      body: [`${body}\n\n${forwardHeader(original)}`, text, ...pictures].filter((part) => part !== '').join('\n\n'),
      intent: 'forward',
    },
    files: [...listedFiles, ...inlineFiles],
  };
}

function forwardHeader({ message, headers, dateText }: OriginalMessage): string {
  const { to, cc } = recipientsOf(message);
  const fields: [string, string][] = [
    ['From', formatAddressText([headers.from])],
    ['Date', dateText],
    ['Subject', message.subject],
    ['To', formatAddressText(to)],
    ['Cc', formatAddressText(cc)],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${plainMarkdown(value)}`);
  return ['---------- Forwarded message ----------', ...lines].join('\n');
}

function fileOf(
  { message }: OriginalMessage,
  { attachment_id, filename, mime_type, size }: StoredAttachment,
  display: Pick<NewDraftFile, 'cid' | 'position'>,
): NewDraftFile {
  const fetch_from = { message_id: message.message_id, attachment_id };
  return { name: attachmentName(filename), mime_type, size, content: null, fetch_from, ...display };
}
