import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handling.ts';
import type { Actor } from '../../mail/apply.ts';
import { addDraft } from '../../mail/drafts.ts';
import { saveInviteAnswer } from '../../mail/invite-answers.ts';
import type { OutboxRow } from '../../mail/outbox.ts';
import type { Sending } from '../../mail/sending.ts';
import type { WriteDb } from '../../store/db.ts';
import type { invitesRequests } from './contract.ts';
import { inviteReply, replyDraft, takeBackEarlier, type AnsweringParts } from './answering.ts';
import { warningsBefore } from './obstacle.ts';
import type { ReplyLetter, ReplyWish } from './reply-letter.ts';
import type { Told } from './told.ts';

export type InviteReplyParts = AnsweringParts & { sending: Sending };

/** How long who asks is kept waiting for the outcome, in milliseconds. */
const outcomeWithin = 20_000;

export function invitesHandlers(parts: InviteReplyParts): Handlers<typeof invitesRequests> {
  const { clock, sending } = parts;
  return {
    async reply({ message_id, action, comment, dry_run, hold_seconds, override_safety_token }, call) {
      const { db, caller, accounts } = call;
      const { account, told, wish, letter } = inviteReply(parts, { db, accounts }, { message_id, action, comment });
      const done = action === 'maybe' ? 'tentative' : action;
      if (dry_run) return { status: 'preview', preview: previewOf(letter, wish, done) };
      const actor = { origin: caller.origin, token_id: caller.token_id };
      const hold = hold_seconds ?? sending.holdSeconds(actor);
      const queued = db.transaction(() => {
        takeBackEarlier({ db, sending }, told, { accounts, caller: actor });
        const draft = draftFor({ db, clock }, { letter, wish, account, actor });
        const timing = hold > 0 ? ({ kind: 'held', seconds: hold } as const) : ({ kind: 'now' } as const);
        const row = sending.queue(db, { draft, account, timing, actor, override: override_safety_token });
        const { invite_id, sequence } = told.invite;
        saveInviteAnswer(db, {
          account: account.id,
          invite_id,
          draft_id: draft.draft_id,
          send_id: row.send_id,
          email: letter.attendee_email,
          partstat: wish.partstat,
          comment: wish.comment,
          sequence,
          answered_at: letter.answered_at,
        });
        return row;
      });
      const row = hold > 0 ? queued : await sending.outcome(queued.send_id, outcomeWithin);
      return { status: statusOf(row), result: resultOf(row, told, done) };
    },
  };
}

type Done = 'accept' | 'tentative' | 'decline';

function previewOf(letter: ReplyLetter, { told }: ReplyWish, action: Done) {
  const { attendee_email, organizer, subject, body_text, ics } = letter;
  return {
    action,
    attendee_email,
    organizer_email: organizer.email,
    message_id: told.invite.message_id,
    subject,
    body_text,
    ics,
    warnings: warningsBefore(told),
  };
}

function resultOf({ header_id, send_id, draft_id, due_at }: OutboxRow, { invite }: Told, action: Done) {
  return {
    action,
    message_id: invite.message_id,
    rfc2822_message_id: header_id,
    provider_message_id: null,
    send_id,
    draft_id,
    send_at: due_at,
  };
}

function statusOf({ state, trouble }: OutboxRow): 'queued' | 'sent' | 'unknown' {
  if (state === 'failed' || state === 'cancelled')
    throw new Failure('provider', 'send_failed', `The answer was not sent. ${trouble?.message ?? ''}`.trim());
  return state === 'sending' ? 'queued' : state;
}

type DraftWish = {
  letter: ReplyLetter;
  wish: ReplyWish;
  account: Parameters<typeof addDraft>[1]['account'];
  actor: Actor;
};

function draftFor({ db, clock }: { db: WriteDb; clock: Clock }, { letter, wish, account, actor }: DraftWish) {
  const { body_html, body_text } = letter;
  const content = { ...replyDraft(db, { letter, wish }), body_kind: 'html' as const, body: body_html, body_text };
  return addDraft({ db, clock }, { ...content, account, actor, purpose: 'invite_reply' });
}
