import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { addressesOf, type Account } from '../../mail/accounts.ts';
import { draftNamed, removeDraft, type DraftContent } from '../../mail/drafts.ts';
import { messageOf, messagesByIds } from '../../mail/messages.ts';
import { writeAddressText } from '../../mail/mime/address-text.ts';
import type { Sending } from '../../mail/sending.ts';
import { senderNamed } from '../../mail/writing/original.ts';
import { answerTo } from '../../mail/writing/reply.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { obstacleTo } from './obstacle.ts';
import { replyLetter, type ReplyLetter, type ReplyWish } from './reply-letter.ts';
import { toldIn, type Told } from './told.ts';

export type AnsweringParts = {
  clock: Clock;
  blobs: string;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export type Action = 'accept' | 'tentative' | 'maybe' | 'decline';
export type InviteReply = { account: Account; told: Told; wish: ReplyWish; letter: ReplyLetter };

const partstats = { accept: 'accepted', tentative: 'tentative', maybe: 'tentative', decline: 'declined' } as const;

/** The answer to the invitation in a message. Throws Failure `not_found`, `no_invitation`, what `obstacleTo` says. */
export function inviteReply(
  parts: AnsweringParts,
  { db, accounts }: { db: ReadDb; accounts: readonly Account[] },
  { message_id, action, comment }: { message_id: string; action: Action; comment?: string | undefined },
): InviteReply {
  const now = parts.clock.now();
  const { account, told } = openInvitation(db, accounts, message_id, now);
  const from = senderNamed(db, account, told.record.metadata.viewer_attendee_email ?? account.email);
  const wish = { told, name: from.name, partstat: partstats[action], comment: comment?.trim() || null, now };
  return { account, told, wish, letter: replyLetter({ ...parts, db }, wish) };
}

/** An invitation that can be answered. Throws Failure `not_found`, `no_invitation`, what `obstacleTo` says. */
export function openInvitation(db: ReadDb, accounts: readonly Account[], message_id: string, now: Date) {
  const { id, account } = messageOf(db, accounts, message_id);
  const told = toldIn(db, account, id, now);
  if (!told) throw new Failure('conflict', 'no_invitation', 'This message tells of no event that could be answered.');
  const obstacle = obstacleTo(told, account, addressesOf(db, account.id));
  if (obstacle) throw obstacle;
  return { account, told };
}

/** From the address that was invited to the organiser, in the conversation of the invitation; without its body. */
export function replyDraft(db: ReadDb, { letter, wish }: Pick<InviteReply, 'letter' | 'wish'>): Partial<DraftContent> {
  const { invite } = wish.told;
  const [message] = messagesByIds(db, [invite.message]);
  const { attendee_email, organizer, subject, ics } = letter;
  return {
    ...(message && answerTo({ message })),
    intent: 'reply',
    from_text: writeAddressText([{ name: wish.name, email: attendee_email }]),
    to_text: writeAddressText([organizer]),
    subject,
    calendar: JSON.stringify({
      attendee_email,
      ics_body: ics,
      partstat: wish.partstat,
      source_message_id: invite.message_id,
    }),
  };
}

/**
 * An answer that has not gone yet need not go, and of one that did not go nothing is left to be tried again; `but` is the
 * draft of the answer that takes their place.
 */
export function takeBackEarlier(
  { db, sending }: { db: WriteDb; sending: Sending },
  { answers }: Told,
  { but, ...sight }: Parameters<typeof draftNamed>[2] & { but?: string },
): void {
  for (const { own } of answers) {
    if (!own || own.draft_id === but) continue;
    if (own.state === 'sent' || own.state === 'sending' || own.state === 'unknown') continue;
    if (own.state === 'queued') sending.cancel(db, own.draft_id);
    const draft = draftNamed(db, own.draft_id, sight);
    if (draft) removeDraft(db, draft.id);
  }
}
