import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Call, InputOf, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { draftSubject } from '../../mail/approvals/draft-subject.ts';
import type { SendSubject } from '../../mail/approvals/subject.ts';
import { outgoingBodyOf } from '../../mail/drafts/outgoing-message.ts';
import { addDraft, draftById, moveDraft, type Draft } from '../../mail/drafts/drafts.ts';
import { requireSignature } from '../../mail/drafts/signatures.ts';
import { findUpload, takeUpload } from '../../mail/drafts/uploads.ts';
import { addDraftFile } from '../../mail/compose/draft-files.ts';
import { runOrPreview } from '../../mail/mutations/preview.ts';
import { parseAddressText } from '../../mail/mime/address/address-text.ts';
import { dueAt, outboxRecipientsOf, refuseUnsafe, requireFromAddress } from '../../mail/outbox/queue.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { initialContent, type OpenDeps } from './open-session.ts';
import { accountToSend, timingOf } from './send-composition.ts';
import type { singleSendRows } from './single-send-contract.ts';

type Row = (typeof singleSendRows)['sendMessage'];
type Input = InputOf<Row>;
type Reply = ReplyOf<Row>;
type SingleSendCall = Pick<Call<Row>, 'db' | 'caller' | 'accounts'>;

type CheckDeps = OpenDeps & { sending: SendingService };
type SingleSendDeps = CheckDeps & { announceChange: (draft: Draft) => void };

/**
 * Queues a message that is given whole, in one transaction: it is in the outbox, or nothing is stored. Throws Failure
 * `account_not_found`, `no_account`, `not_found`, `not_downloaded`, `upload_not_found`, `bad_address`,
 * `signature_not_found`, and what `queueSend` throws.
 */
export function sendMessage(deps: SingleSendDeps, input: Input, call: SingleSendCall): Reply {
  if (input.dry_run) return checkOnly(deps, input, call);
  const { sending, announceChange } = deps;
  const { db, caller } = call;
  return db.transaction(() => {
    const { draft, account } = addMessage(deps, input, call);
    const { issues } = sending.check(db, draft, { actor: caller });
    const timing = timingOf(deps, input, call);
    const row = sending.queue(db, { draft, account, timing, actor: caller, override: input.override_safety_token });
    queueMicrotask(() => announceChange(draft));
    return {
      ...factsOf(draft, account, input),
      ok: true,
      dry_run: false,
      send_id: row.send_id,
      draft_id: draft.draft_id,
      state: 'queued',
      leaves_at: row.due_at,
      undo_until: timing.kind === 'now' ? null : row.due_at,
      from: row.from_email,
      rfc2822_message_id: row.header_id,
      issues,
    };
  });
}

/** What sending would say. The message is made for the check, and rolled back. */
function checkOnly(deps: CheckDeps, input: Input, call: SingleSendCall): Reply {
  const { clock, sending } = deps;
  const { db, caller } = call;
  return runOrPreview(db, true, () => {
    const { draft, account } = addMessage(deps, input, call);
    const from = requireFromAddress(db, draft, account);
    const timing = timingOf(deps, input, call);
    const leaves_at = instantOf(dueAt(clock.now(), timing));
    const { allowed, issues } = sending.check(db, draft, { actor: caller });
    return {
      ...factsOf(draft, account, input),
      ok: allowed,
      dry_run: true,
      send_id: null,
      draft_id: null,
      state: 'checked',
      leaves_at,
      undo_until: timing.kind === 'now' ? null : leaves_at,
      from,
      rfc2822_message_id: null,
      issues,
    };
  });
}

/**
 * What a message that is given whole would be. It is made for that, and rolled back. Throws what `sendMessage` throws, except
 * what the outbox alone knows.
 */
export function singleSendSubject(deps: CheckDeps, input: Input, call: SingleSendCall): SendSubject {
  const { db, caller } = call;
  return runOrPreview(db, true, () => {
    const { draft, account } = addMessage(deps, input, call);
    requireFromAddress(db, draft, account);
    refuseUnsafe(deps.sending.check(db, draft, { actor: caller }), []);
    const { account_id, messages } = draftSubject(db, draft);
    // Its ids are new each time, and its files are named in the input.
    return { account_id, draft_id: null, messages, binding: [account_id, messages, outgoingBodyOf(db, draft)] };
  });
}

function factsOf(draft: Draft, { account_id }: Account, { attachments }: Input) {
  return {
    account_id,
    recipients: outboxRecipientsOf(draft).map(({ email, kind }) => ({ email, kind })),
    subject: draft.subject,
    attachments: new Set(attachments).size,
  };
}

function addMessage(deps: CheckDeps, input: Input, call: SingleSendCall): { draft: Draft; account: Account } {
  const { clock } = deps;
  const { db, caller, accounts } = call;
  const { in_reply_to, reply_all, quote, body, subject, from } = input;
  const texts = { to: addressText(input.to), cc: addressText(input.cc), bcc: addressText(input.bcc) };
  const { account: first, content } = initialContent(deps, call, {
    kind: in_reply_to === undefined ? 'new' : reply_all ? 'reply_all' : 'reply',
    message_id: in_reply_to,
    body: body.toWellFormed(),
    ...texts,
    // Whoever names recipients means these alone.
    ...(texts.to !== undefined && { cc: texts.cc ?? '' }),
    subject: subject?.toWellFormed().replaceAll(/[\r\n]+/g, ' '),
    account_id: input.account_id,
  });
  const signature = input.signature === undefined ? null : requireSignature(db, input.signature).name;
  const added = addDraft(
    { db, clock },
    {
      ...content,
      ...(from !== undefined && { from_text: from.toWellFormed() }),
      ...(in_reply_to !== undefined && !quote && { body: body.toWellFormed() }),
      signature,
      account: first,
      actor: caller,
      is_saved: false,
    },
  );
  const account = accountToSend(db, added, input, { caller, accounts });
  moveDraft({ db }, added.id, account);
  attachUploads(deps, call, added, input.attachments);
  return { draft: draftById(db, added.id)!, account };
}

/** Throws Failure `bad_address`: a script learns of it at once, and not by what the server says. */
function addressText(sent: string | readonly string[] | undefined): string | undefined {
  if (sent === undefined) return undefined;
  const text = [sent].flat().join(', ').toWellFormed();
  const { invalid } = parseAddressText(text);
  if (invalid.length === 0) return text;
  throw new Failure('invalid', 'bad_address', `Mail can’t be sent to ${invalid.slice(0, 3).join(', ')}.`, {
    addresses: invalid.slice(0, 100),
  });
}

function attachUploads(
  { clock }: Pick<SingleSendDeps, 'clock'>,
  { db, caller }: SingleSendCall,
  draft: Draft,
  upload_ids: readonly string[],
): void {
  for (const [position, id] of [...new Set(upload_ids.map((each) => each.toLowerCase()))].entries()) {
    const upload = findUpload(db, id, caller);
    if (!upload)
      throw new Failure(
        'missing',
        'upload_not_found',
        'There is no such upload. It was sent already, or it is older than two days.',
        { upload_id: id },
      );
    const { name, mime_type, size, content } = upload;
    addDraftFile({ db, clock }, draft.id, { name, mime_type, size, content, position });
    takeUpload(db, upload);
  }
}
