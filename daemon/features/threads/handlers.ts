import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { MessageBody } from '../../contract/body.ts';
import type { Address } from '../../contract/fields.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { Call, InputOf, ReaderHandlers, ReplyOf } from '../../handler-types.ts';
import { agentBodyReader } from '../../mail/agent-text/read-for-agent.ts';
import { trustReader } from '../../mail/authentication/trust.ts';
import { bodyOf } from '../../mail/messages/body.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { countInvites } from '../../mail/invites/invites.ts';
import { labelsOfMessages } from '../../mail/labels/labels.ts';
import { leanRow } from '../../mail/lists/lean-rows.ts';
import { rowBadgesOf } from '../../mail/lists/row-badges.ts';
import { messagesOfThread, recipientsOf, displayInstant, type Message } from '../../mail/messages/messages.ts';
import { rowBuilder } from '../../mail/lists/rows.ts';
import { storedModelText } from '../../mail/assist/model-texts.ts';
import { threadContent } from '../../mail/assist/thread-content.ts';
import { findThread } from '../../mail/threads/threads.ts';
import { hasProfile } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { threadsRequests } from './contract.ts';

type ThreadsDeps = Pick<ReaderDeps, 'clock' | 'zone' | 'blobs' | 'settings'>;

type Get = (typeof threadsRequests)['get'];
const allParts = ['bodies', 'summary', 'right_rail'] as const satisfies InputOf<Get>['include'];
type BodyFailure = { message_id: string; error: string; code: string };

export function threadsReaders({ clock, zone, blobs, settings }: ThreadsDeps): ReaderHandlers<typeof threadsRequests> {
  const trustOf = trustReader({ blobs, forwarders: () => settings().forwarders });
  return {
    get({ thread_id, html = false, fields, include = allParts }: InputOf<Get>, call: Call<Get>): ReplyOf<Get> {
      const { db, accounts, caller } = call;
      const thread = findThread(db, thread_id.toLowerCase());
      const messages = thread === undefined ? [] : messagesOfThread(db, thread);
      const last = messages.at(-1);
      if (!last)
        throw new Failure('missing', 'not_found', 'There is no such conversation here. It may have been deleted.');
      const ids = messages.map(({ id }) => id);
      const [labels, badges] = [labelsOfMessages(db, ids), rowBadgesOf(db, ids, { accounts })];
      const rows = rowBuilder({ now: clock.now(), zone });
      const readBody = hasProfile(caller.origin)
        ? agentBodyReader({ db, blobs, trustOf: (message) => trustOf(db, accounts, message), withHtml: html })
        : (message: Message) => bodyOf(db, blobs, message);
      const { bodies, body_failures } = include.includes('bodies')
        ? bodiesOf(messages, readBody)
        : { bodies: [], body_failures: [] };
      const facts = threadFacts(messages, last);
      const rowOf = (message: Message) => rows.messageRow(message, labels.get(message.id), badges.get(message.id));
      return {
        thread: facts,
        messages: fields ? [] : messages.map(rowOf),
        ...(fields && { rows: messages.map((message) => leanRow(rowOf(message), fields)) }),
        bodies,
        body_failures,
        summary: include.includes('summary') ? summaryOf(db, last.thread) : null,
        reader_mode: bodies.length > 0 && bodies.every(({ text_plain }) => text_plain === null) ? 'html' : 'reader',
        right_rail: {
          title: 'About this conversation',
          items: include.includes('right_rail') ? factLines(facts, bodies, countInvites(db, ids)) : [],
        },
      };
    },
  };
}

/** The stored summary, if no message has come or gone since. */
function summaryOf(db: ReadDb, thread: number): ReplyOf<Get>['summary'] {
  const { content_hash } = threadContent(db, thread);
  return storedModelText(db, 'summary', { subject: { thread }, content_hash }) ?? null;
}

function bodiesOf(
  messages: readonly Message[],
  read: (message: Message) => MessageBody | undefined,
): { bodies: MessageBody[]; body_failures: BodyFailure[] } {
  const bodies: MessageBody[] = [];
  const body_failures: BodyFailure[] = [];
  for (const message of messages) {
    try {
      const body = read(message);
      if (body) bodies.push(body);
      else {
        const error = 'This message hasn’t been downloaded yet.';
        body_failures.push({ message_id: message.message_id, error, code: 'not_downloaded' });
      }
    } catch (failed) {
      const code = failed instanceof Failure ? failed.code : 'unreadable';
      body_failures.push({
        message_id: message.message_id,
        error: failureSentence('This message couldn’t be shown', failed),
        code,
      });
    }
  }
  return { bodies, body_failures };
}

function threadFacts(messages: readonly Message[], last: Message): ReplyOf<Get>['thread'] {
  return {
    id: last.thread_id,
    account_id: last.account_id,
    subject: messages[0]?.subject ?? '',
    snippet: last.snippet,
    participants: participantsOf(messages),
    latest_date: displayInstant(last),
    message_count: messages.length,
    unread_count: messages.filter(({ flags }) => !(flags & flagBits.READ)).length,
    message_ids: messages.map(({ message_id }) => message_id),
  };
}

/** All senders and recipients, in the order of their first appearance. */
function participantsOf(messages: readonly Message[]): Address[] {
  const everybody = messages.flatMap((message) => {
    const { to, cc } = recipientsOf(message);
    return [{ name: message.from_name, email: message.from_email }, ...to, ...cc];
  });
  const seen = new Set<string>();
  return everybody.filter(({ email }) => !seen.has(email.toLowerCase()) && seen.add(email.toLowerCase()));
}

function factLines(
  { message_count, unread_count, participants }: ReplyOf<Get>['thread'],
  bodies: readonly MessageBody[],
  invites: number,
): string[] {
  const attachments = bodies.flatMap(({ attachments: each }) => each);
  const files = attachments.filter(({ disposition }) => disposition !== 'inline').length;
  return [
    counted(message_count, 'message'),
    unread_count === 0 ? 'All read' : `${unread_count} unread`,
    counted(participants.length, 'person', 'people'),
    ...(files > 0 ? [counted(files, 'attachment')] : []),
    ...(invites > 0 ? [counted(invites, 'invitation')] : []),
  ];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
