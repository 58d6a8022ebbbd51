import { Failure } from '../../base/failure.ts';
import type { MessageBody } from '../../contract/body.ts';
import type { ReplyOf } from '../../handler-types.ts';
import { attachmentRecords } from '../../mail/attachments/attachments.ts';
import { bodyOf } from '../../mail/messages/body.ts';
import type { Message } from '../../mail/messages/messages.ts';
import { textOf } from '../../mail/messages/texts.ts';
import { headerFields } from '../../mail/mime/headers/headers.ts';
import { readSource } from '../../mail/sources/source.ts';
import type { ReadDb } from '../../store/db.ts';
import type { messagesRequests } from './contract.ts';

type Bodies = ReplyOf<(typeof messagesRequests)['bodies']>;
type Content = Bodies['contents'][number];
type ContentFailure = Bodies['failures'][number];

/** What the caller wants besides text and attachments. */
type Included = readonly ('html' | 'headers')[] | undefined;

type Store = {
  db: ReadDb;
  blobs: string;
  /** Reads a message for an agent or a tool; absent for everyone else. */
  forAgent?: ((message: Message) => MessageBody | undefined) | undefined;
};

/** What a message says. A message whose bytes cannot be read is a failure in the answer, not of the request. */
export function contentOf(
  store: Store,
  message: Message,
  included: Included = [],
): { content: Content; failure: null } | { content: null; failure: ContentFailure } {
  try {
    const { db, blobs } = store;
    const isRich = included.includes('html') || store.forAgent !== undefined;
    const content = isRich ? richContent(store, message, included) : plainContent(store, message);
    if (!content) return { content: null, failure: notDownloaded(message) };
    if (!included.includes('headers')) return { content, failure: null };
    const source = readSource(db, blobs, message.id);
    return { content: { ...content, headers: source ? headerFields(source) : [] }, failure: null };
  } catch (failed) {
    if (!(failed instanceof Failure) || failed.code !== 'source_damaged') throw failed;
    const { message_id } = message;
    return { content: null, failure: { message_id, code: 'source_damaged', error: failed.message } };
  }
}

/** Text and attachments: without HTML nothing has to be sanitized. */
function plainContent({ db, blobs }: Store, message: Message): Content | undefined {
  const stored = textOf(db, blobs, message.id);
  if (!stored) return undefined;
  return {
    message_id: message.message_id,
    text: stored.text.trim() ? stored.text : null,
    attachments: attachmentRecords(db, message, new Set()),
  };
}

function richContent(
  { db, blobs, forAgent }: Store,
  message: Message,
  included: NonNullable<Included>,
): Content | undefined {
  const body = forAgent ? forAgent(message) : bodyOf(db, blobs, message);
  if (!body) return undefined;
  const { text_plain: text, text_html: html, attachments, agent_report } = body;
  return {
    message_id: message.message_id,
    text,
    attachments,
    ...(included.includes('html') && { html }),
    ...(agent_report && { agent_report }),
  };
}

/** Bytes of content after which the other messages are left for another request. */
const maxContentBytes = 8_000_000;

/** The contents of several messages, in their order, as far as they fit into one answer. */
export function contentsOf(
  store: Store,
  messages: readonly (Message | { missing: string })[],
  included: Included,
): Pick<Bodies, 'contents' | 'failures'> {
  const contents: Content[] = [];
  const failures: ContentFailure[] = [];
  let bytes = 0;
  for (const message of messages) {
    if ('missing' in message) failures.push(notFound(message.missing));
    else if (bytes >= maxContentBytes) failures.push(left(message));
    else {
      const { content, failure } = contentOf(store, message, included);
      if (failure) failures.push(failure);
      else contents.push(content);
      bytes += (content?.text?.length ?? 0) + (content?.html?.length ?? 0);
    }
  }
  return { contents, failures };
}

function notFound(message_id: string): ContentFailure {
  return { message_id, code: 'not_found', error: 'There is no such message here. It may have been deleted.' };
}

function notDownloaded({ message_id }: Message): ContentFailure {
  return { message_id, code: 'not_downloaded', error: 'This message hasn’t been downloaded yet.' };
}

function left({ message_id }: Message): ContentFailure {
  return { message_id, code: 'left', error: 'It didn’t fit into this answer. Ask for it again.' };
}
