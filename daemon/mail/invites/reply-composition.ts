import { instantOf } from '../../base/clock.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Draft, DraftContent, DraftScope } from '../drafts/drafts.ts';
import { saveInviteAnswer, type InviteAnswer } from './answers.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { plainMarkdown } from '../compose/quote.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import {
  prepareInviteReply,
  requireAnswerableInvite,
  replyDraftContent,
  withdrawEarlierReplies,
  type InviteAction,
} from './reply-draft.ts';
import type { InviteReplyDeps } from './reply-draft.ts';

type CallerScope = Omit<DraftScope, 'accounts'> & { accounts: readonly Account[] };

/** Invitation replies that are written in a session: the text can be changed, the calendar part is fixed. */
export function inviteComposition(deps: InviteReplyDeps) {
  const { clock, sending } = deps;
  return {
    /** The initial content of the reply. Throws what `prepareInviteReply` throws. */
    begin(
      scope: { db: ReadDb; accounts: readonly Account[] },
      { body, ...request }: { message_id: string; action: InviteAction; body: string },
    ): { account: Account; content: Partial<DraftContent> } {
      const reply = prepareInviteReply(deps, scope, request);
      const text = reply.message.body_text.split('\n').map(plainMarkdown).join('\n');
      const content = { ...replyDraftContent(scope.db, reply), body: body === '' ? text : `${body}\n\n${text}` };
      return { account: reply.account, content };
    },
    /** The reply is queued: earlier replies are withdrawn. Throws Failure if the event has changed. */
    onQueued(db: WriteDb, { draft, row, scope }: { draft: Draft; row: OutboxRow; scope: CallerScope }): void {
      const { attendee_email, partstat, ics_body, source_message_id } = JSON.parse(draft.calendar ?? '{}') as {
        attendee_email: string;
        partstat: InviteAnswer['partstat'];
        ics_body: string;
        source_message_id: string;
      };
      const target = { message_id: source_message_id };
      const { account, details } = requireAnswerableInvite({ db, accounts: scope.accounts }, target, {
        now: clock.now(),
        zone: deps.zone,
      });
      withdrawEarlierReplies({ db, sending }, details, { ...scope, exceptDraftId: draft.draft_id });
      const { invite_id, sequence } = details.invite;
      saveInviteAnswer(db, {
        account: account.id,
        invite_id,
        draft_id: draft.draft_id,
        send_id: row.send_id,
        email: attendee_email,
        partstat,
        comment: null,
        sequence,
        answered_at: dtstampIn(ics_body) ?? instantOf(clock.now()),
      });
    },
  };
}

/** DTSTAMP of a generated calendar, in UTC (RFC 5545, section 3.8.7.2). */
function dtstampIn(ics: string): string | undefined {
  const [, year, month, day, hour, minute, second] =
    /^DTSTAMP:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/m.exec(ics) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
}
