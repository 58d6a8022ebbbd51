import { Failure } from '../../base/failure.ts';
import type { ReadDb } from '../../store/db.ts';
import { storedAttachments, type StoredAttachment } from '../attachments.ts';
import type { DraftContent } from '../drafts.ts';
import { writeAddressText } from '../mime/address-text.ts';
import { recipientsOf } from '../messages.ts';
import { attachmentName } from './file-name.ts';
import type { NewDraftFile } from './files.ts';
import type { Original } from './original.ts';
import { plainMarkdown, quotedMarkdown } from './quote.ts';
import { answerTo } from './reply.ts';
import { forwardSubject } from './subject.ts';

export type Forward = { content: Partial<DraftContent>; files: NewDraftFile[] };

/**
 * What a forward begins with: the head of the message, its text (of formatted mail what it reads as), the pictures shown
 * in it, and its attachments, which have still to be fetched. Throws Failure `not_downloaded`.
 */
export function forwardContent(db: ReadDb, original: Original, newCid: () => string, body = ''): Forward {
  const { message, own } = original;
  if (!original.body)
    throw new Failure('unavailable', 'not_downloaded', 'This message has not been downloaded yet.', {
      retryable: true,
    });
  const attachments = storedAttachments(db, message);
  const html = original.body.html?.toLowerCase() ?? '';
  const isShown = (each: StoredAttachment) =>
    each.content_id !== null &&
    each.mime_type.startsWith('image/') &&
    html.includes(`cid:${each.content_id.toLowerCase()}`);
  const shown = attachments.filter(isShown).map((each) => fileOf(original, each, { cid: newCid() }));
  const listed = attachments
    .filter((each) => !isShown(each))
    .map((each, position) => fileOf(original, each, { position }));
  const pictures = shown.map(({ name, cid }) => `![${name.replaceAll(/[[\]\\]/g, '')}](cid:${cid})`);
  const text = quotedMarkdown(original.body.text.trim(), 0);
  return {
    content: {
      ...answerTo(original),
      // A forward answers nobody; its references keep it in the conversation.
      in_reply_to: null,
      from_text: writeAddressText([own]),
      subject: forwardSubject(message.subject),
      body: [`${body}\n\n${head(original)}`, text, ...pictures].filter((part) => part !== '').join('\n\n'),
      intent: 'forward',
    },
    files: [...listed, ...shown],
  };
}

function head({ message, addressed, when }: Original): string {
  const { to, cc } = recipientsOf(message);
  const fields: [string, string][] = [
    ['From', writeAddressText([addressed.from])],
    ['Date', when],
    ['Subject', message.subject],
    ['To', writeAddressText(to)],
    ['Cc', writeAddressText(cc)],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${plainMarkdown(value)}`);
  return ['---------- Forwarded message ----------', ...lines].join('\n');
}

function fileOf(
  { message }: Original,
  { attachment_id, filename, mime_type, size }: StoredAttachment,
  place: Pick<NewDraftFile, 'cid' | 'position'>,
): NewDraftFile {
  const fetch_from = { message_id: message.message_id, attachment_id };
  return { name: attachmentName(filename), mime_type, size, content: null, fetch_from, ...place };
}
