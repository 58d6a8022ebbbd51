import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { ownAddressesOf, type Account } from '../accounts/accounts.ts';
import { findDraft, removeDraft, type DraftContent } from '../drafts/drafts.ts';
import { requireMessage, messagesByIds } from '../messages/messages.ts';
import { formatAddressText } from '../mime/address/address-text.ts';
import type { SendingService } from '../outbox/sending-service.ts';
import { senderAddress } from '../compose/original-message.ts';
import { replyReferences } from '../compose/reply.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { checkAnswerable } from './reply-checks.ts';
import { buildReplyMessage, type ReplyMessage, type ReplyRequest } from './reply-message.ts';
import { findInviteDetails, occurrenceDetails, type InviteDetails } from './invite-details.ts';

type ReplyMessageDeps = {
  clock: Clock;
  blobs: string;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export type InviteAction = 'accept' | 'tentative' | 'maybe' | 'decline';
type InviteReply = { account: Account; details: InviteDetails; request: ReplyRequest; message: ReplyMessage };

const partstats = { accept: 'accepted', tentative: 'tentative', maybe: 'tentative', decline: 'declined' } as const;

/**
 * The reply to the invitation in a message. Throws Failure `not_found`, `no_invitation`, and what `checkAnswerable` returns.
 */
export function prepareInviteReply(
  deps: ReplyMessageDeps,
  { db, accounts }: { db: ReadDb; accounts: readonly Account[] },
  { action, comment, ...target }: InviteTarget & { action: InviteAction; comment?: string | undefined },
): InviteReply {
  const now = deps.clock.now();
  const { account, details } = requireAnswerableInvite({ db, accounts }, target, { now, zone: deps.zone });
  const from = senderAddress(db, account, details.record.metadata.viewer_attendee_email ?? account.email);
  const request = {
    details,
    name: from.name,
    partstat: partstats[action],
    comment: comment?.trim() || null,
    now,
  };
  return { account, details, request, message: buildReplyMessage({ ...deps, db }, request) };
}

/** What is answered: the event of a message, or one occurrence of its series. */
type InviteTarget = { message_id: string; recurrence_id?: string | null | undefined };

/**
 * An invitation that can be answered. Throws Failure `not_found`, `no_invitation`, `no_occurrence`, and what
 * `checkAnswerable` returns.
 */
export function requireAnswerableInvite(
  { db, accounts }: { db: ReadDb; accounts: readonly Account[] },
  { message_id, recurrence_id }: InviteTarget,
  deps: Parameters<typeof findInviteDetails>[3],
) {
  const { id, account } = requireMessage(db, accounts, message_id);
  const found = findInviteDetails(db, account, id, deps);
  if (!found) throw new Failure('conflict', 'no_invitation', 'This message has no invitation to reply to.');
  // An answer to an earlier version is refused, also for one occurrence.
  const details =
    recurrence_id && found.status.superseded_by === null
      ? occurrenceDetails(db, account, { details: found, recurrence_id }, deps)
      : found;
  if (!details)
    throw new Failure('conflict', 'no_occurrence', 'The series has no event at that time. It may have been moved.');
  const failure = checkAnswerable(details, account, ownAddressesOf(db, account.id));
  if (failure) throw failure;
  return { account, details };
}

/** The headers of the reply: from the invited address to the organizer, in the thread of the invitation; without a body. */
export function replyDraftContent(
  db: ReadDb,
  { message: replyMessage, request }: Pick<InviteReply, 'message' | 'request'>,
): Partial<DraftContent> {
  const { invite } = request.details;
  const [message] = messagesByIds(db, [invite.message]);
  const { attendee_email, organizer, subject, ics } = replyMessage;
  return {
    ...(message && replyReferences({ message })),
    intent: 'reply',
    from_text: formatAddressText([{ name: request.name, email: attendee_email }]),
    to_text: formatAddressText([organizer]),
    subject,
    calendar: JSON.stringify({
      attendee_email,
      ics_body: ics,
      partstat: request.partstat,
      source_message_id: invite.message_id,
    }),
  };
}

/**
 * Withdraws earlier replies: a waiting reply is cancelled, and a failed one cannot be retried; `exceptDraft` is the draft of
 * the reply that replaces them.
 */
export function withdrawEarlierReplies(
  { db, sending }: { db: WriteDb; sending: SendingService },
  { answers }: InviteDetails,
  { exceptDraftId, ...scope }: Parameters<typeof findDraft>[2] & { exceptDraftId?: string },
): void {
  for (const { own } of answers) {
    if (!own || own.draft_id === exceptDraftId) continue;
    if (own.state === 'sent' || own.state === 'sending' || own.state === 'unknown') continue;
    if (own.state === 'queued') sending.cancel(db, own.draft_id);
    const draft = findDraft(db, own.draft_id, scope);
    if (draft) removeDraft(db, draft.id);
  }
}

export type InviteReplyDeps = ReplyMessageDeps & { sending: SendingService };
