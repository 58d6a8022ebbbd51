import { instantOf } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts.ts';
import type { Draft, DraftContent, DraftSight } from '../../mail/drafts.ts';
import { saveInviteAnswer, type InviteAnswer } from '../../mail/invite-answers.ts';
import type { OutboxRow } from '../../mail/outbox.ts';
import { plainMarkdown } from '../../mail/writing/quote.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { inviteReply, openInvitation, replyDraft, takeBackEarlier, type Action } from './answering.ts';
import type { InviteReplyParts } from './reply.ts';

type Sight = Omit<DraftSight, 'accounts'> & { accounts: readonly Account[] };

/** Answers to invitations that are written in a session: the words can be changed, what the calendar says is settled. */
export function inviteWriting(parts: InviteReplyParts) {
  const { clock, sending } = parts;
  return {
    /** What such an answer begins with. Throws what `inviteReply` throws. */
    begin(
      asker: { db: ReadDb; accounts: readonly Account[] },
      { body, ...wish }: { message_id: string; action: Action; body: string },
    ): { account: Account; content: Partial<DraftContent> } {
      const reply = inviteReply(parts, asker, wish);
      const text = reply.letter.body_text.split('\n').map(plainMarkdown).join('\n');
      const content = { ...replyDraft(asker.db, reply), body: body === '' ? text : `${body}\n\n${text}` };
      return { account: reply.account, content };
    },
    /** It is to go: what was answered before is taken back. Throws Failure where the event is no longer as it was. */
    queued(db: WriteDb, { draft, row, sight }: { draft: Draft; row: OutboxRow; sight: Sight }): void {
      const { attendee_email, partstat, ics_body, source_message_id } = JSON.parse(draft.calendar ?? '{}') as {
        attendee_email: string;
        partstat: InviteAnswer['partstat'];
        ics_body: string;
        source_message_id: string;
      };
      const { account, told } = openInvitation(db, sight.accounts, source_message_id, clock.now());
      takeBackEarlier({ db, sending }, told, { ...sight, but: draft.draft_id });
      const { invite_id, sequence } = told.invite;
      saveInviteAnswer(db, {
        account: account.id,
        invite_id,
        draft_id: draft.draft_id,
        send_id: row.send_id,
        email: attendee_email,
        partstat,
        comment: null,
        sequence,
        answered_at: stampIn(ics_body) ?? instantOf(clock.now()),
      });
    },
  };
}

/** DTSTAMP of a calendar of ours, in UTC (RFC 5545, section 3.8.7.2). */
function stampIn(ics: string): string | undefined {
  const [, year, month, day, hour, minute, second] =
    /^DTSTAMP:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/m.exec(ics) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
}
