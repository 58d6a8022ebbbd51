import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { isNew } from '../../mail/approvals/draft-subject.ts';
import type { SendSubject } from '../../mail/approvals/subject.ts';
import type { Actor } from '../../mail/mutations/apply.ts';
import { addDraft } from '../../mail/drafts/drafts.ts';
import { saveInviteAnswer } from '../../mail/invites/answers.ts';
import type { OutboxRow } from '../../mail/outbox/outbox.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { invitesRequests } from './contract.ts';
import { prepareInviteReply, replyDraftContent, withdrawEarlierReplies } from '../../mail/invites/reply-draft.ts';
import { replyWarnings } from '../../mail/invites/reply-checks.ts';
import type { ReplyMessage, ReplyRequest } from '../../mail/invites/reply-message.ts';
import type { InviteDetails } from '../../mail/invites/invite-details.ts';
import type { InviteReplyDeps } from '../../mail/invites/reply-draft.ts';

/** How long the caller waits for the result, in milliseconds. */
const outcomeTimeoutMs = 20_000;

export function invitesHandlers(deps: InviteReplyDeps): Handlers<typeof invitesRequests> {
  const { clock, sending } = deps;
  return {
    async reply(input, call) {
      const { message_id, recurrence_id, action, comment, dry_run, hold_seconds, override_safety_token } = input;
      const { db, caller, accounts } = call;
      const { account, details, request, message } = prepareInviteReply(
        deps,
        { db, accounts },
        { message_id, recurrence_id, action, comment },
      );
      const replyAction = action === 'maybe' ? 'tentative' : action;
      if (dry_run) return { status: 'preview', preview: previewOf(message, request, replyAction) };
      const actor = { origin: caller.origin, token_id: caller.token_id };
      const hold = hold_seconds ?? sending.undoSecondsFor(actor);
      const queued = db.transaction(() => {
        withdrawEarlierReplies({ db, sending }, details, { accounts, caller: actor });
        const draft = addReplyDraft({ db, clock }, { message, request, account, actor });
        const timing = hold > 0 ? ({ kind: 'held', seconds: hold } as const) : ({ kind: 'now' } as const);
        const row = sending.queue(db, { draft, account, timing, actor, override: override_safety_token });
        const { invite_id, sequence } = details.invite;
        saveInviteAnswer(db, {
          account: account.id,
          invite_id,
          draft_id: draft.draft_id,
          send_id: row.send_id,
          email: message.attendee_email,
          partstat: request.partstat,
          comment: request.comment,
          sequence,
          answered_at: message.answered_at,
        });
        return row;
      });
      const row = hold > 0 ? queued : await sending.waitForOutcome(queued.send_id, outcomeTimeoutMs);
      return { status: statusOf(row), result: resultOf(row, details, replyAction) };
    },
  };
}

/** What an answer to an invitation would send. Throws what `prepareInviteReply` throws. */
export function replySubject(
  deps: InviteReplyDeps,
  input: Record<string, unknown>,
  { db, accounts }: { db: ReadDb; accounts: readonly Account[] },
): SendSubject {
  const { account, message } = prepareInviteReply(deps, { db, accounts }, input as InviteReplyInput);
  const { attendee_email, organizer, subject, body_text } = message;
  const { account_id } = account;
  return {
    account_id,
    draft_id: null,
    messages: [
      {
        from: attendee_email,
        to: [{ ...organizer, is_new: isNew(db, account.id, organizer) }],
        cc: [],
        bcc: [],
        subject,
        body: body_text,
        attachments: [],
      },
    ],
    binding: [account_id, attendee_email, organizer, subject, body_text],
  };
}

type InviteReplyInput = Parameters<typeof prepareInviteReply>[2];

type ReplyAction = 'accept' | 'tentative' | 'decline';

function previewOf(message: ReplyMessage, { details }: ReplyRequest, action: ReplyAction) {
  const { attendee_email, organizer, subject, body_text, ics } = message;
  return {
    action,
    attendee_email,
    organizer_email: organizer.email,
    message_id: details.invite.message_id,
    subject,
    body_text,
    ics,
    warnings: replyWarnings(details),
  };
}

function resultOf({ header_id, send_id, draft_id, due_at }: OutboxRow, { invite }: InviteDetails, action: ReplyAction) {
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
    throw new Failure('provider', 'send_failed', `Your reply wasn’t sent. ${trouble?.message ?? ''}`.trim());
  return state === 'sending' ? 'queued' : state;
}

type ReplyDraftRequest = {
  message: ReplyMessage;
  request: ReplyRequest;
  account: Parameters<typeof addDraft>[1]['account'];
  actor: Actor;
};

function addReplyDraft(
  { db, clock }: { db: WriteDb; clock: Clock },
  { message, request, account, actor }: ReplyDraftRequest,
) {
  const { body_html, body_text } = message;
  const content = {
    ...replyDraftContent(db, { message, request }),
    body_kind: 'html' as const,
    body: body_html,
    body_text,
  };
  return addDraft({ db, clock }, { ...content, account, actor, purpose: 'invite_reply' });
}
