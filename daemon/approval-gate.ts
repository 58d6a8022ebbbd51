import { Failure } from './base/failure.ts';
import { instantOf, type Clock } from './base/clock.ts';
import { maxReasonChars, type ApprovalContent, type PendingApproval } from './contract/approval.ts';
import type { Effect, Request } from './contract/define.ts';
import { actorOf } from './contract/ownership.ts';
import type { CurrentPolicy } from './authorization.ts';
import type { Call, Caller, ChangeCall } from './handler-types.ts';
import type { KeyStore } from './idempotency.ts';
import { announceApproval, type ApprovalEvents } from './mail/approvals/announce.ts';
import { changedFrom } from './mail/approvals/changed-from.ts';
import { mailSubject, pinnedInput } from './mail/approvals/mail-subject.ts';
import {
  addApproval,
  countPendingOf,
  findApproval,
  lastOfRequest,
  pendingWithPayload,
  supersededApprovals,
  transitionApproval,
  type Approval,
} from './mail/approvals/store.ts';
import { hashOfJson, type ApprovalSubject, type SendSubject } from './mail/approvals/subject.ts';
import { findToken } from './mail/callers/tokens.ts';
import { runOrPreview } from './mail/mutations/preview.ts';
import { needsApproval } from './safety/policy.ts';
import type { ReadDb, WriteDb } from './store/db.ts';

/** What a request would send, as its feature says. */
export type FindSendSubject = (
  name: string,
  input: Record<string, unknown>,
  call: Pick<Call, 'accounts' | 'caller'> & { db: ReadDb },
) => SendSubject | undefined;

type GateDeps = Partial<Pick<ApprovalEvents, 'announce'>> & {
  /** A connection with the index attached. */
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  zone?: string | undefined;
  policy: () => CurrentPolicy;
  sendSubject?: FindSendSubject;
};

/** A request that waits, and the caller with what it may see. */
export type HeldRequest = {
  name: string;
  request: Request;
  effect: Effect;
  /** The input as it was sent. */
  parsedInput: Record<string, unknown>;
  input: Record<string, unknown>;
  call: Omit<Call, 'db'> & ChangeCall & { db: WriteDb };
  handler: (input: Record<string, unknown>, call: HeldRequest['call']) => unknown;
  reason: string | undefined;
};

/** The most requests of one caller that may wait. */
const maxPending = 100;
/** The longest value that is shown of an input field, in characters. */
const maxDetailChars = 20_000;

/**
 * Lets requests of agents and tools wait for the owner, where their profile says `approve`. Only a person decides
 * (`features/approvals`), and a loop carries out what was approved.
 */
export function createApprovalGate(deps: GateDeps) {
  return {
    isNeeded({ origin }: Caller, effect: Effect): boolean {
      const profile = origin === 'agent' || origin === 'mcp' ? deps.policy().profiles[origin] : undefined;
      return profile !== undefined && needsApproval(profile, effect);
    },
    prepare: (held: HeldRequest) => prepareToWait(deps, held),
    ask: (held: HeldRequest) => askOwner(deps, held),
    keysOf: (held: HeldRequest) => approvalAsKey(deps, held),
  };
}

/**
 * Prepares a request to wait: it names the mail that it is about, and is tried as far as it can be. Returns the reply of one
 * that changes nothing. Throws what the handler throws before its first write.
 */
async function prepareToWait(
  { read, write, clock, zone }: GateDeps,
  held: HeldRequest,
): Promise<{ held: HeldRequest } | { reply: unknown }> {
  const { request, call, handler } = held;
  if (request.approval === 'refused') throw cannotWait(call.caller);
  const input = pinnedInput(request, held.input, { read, accounts: call.accounts, zone, now: clock.now() });
  if (request.approval === 'tried') {
    const tried = await tryUntilWrite(write, request, (db) => handler(input, { ...call, db }));
    if (tried) return tried;
  }
  return { held: { ...held, input } };
}

/** Stores a prepared request, or finds it where it waits already. Call it in a transaction. */
function askOwner(deps: GateDeps, held: HeldRequest): PendingApproval {
  const { read, write, clock } = deps;
  const { name, effect, input, call, reason, parsedInput } = held;
  const now = clock.now();
  const actor = actorOf(call.caller);
  const subject = subjectOf(deps, held);
  const request_hash = hashOfJson([name, actor, parsedInput]);
  const payload_hash = payloadHash(held, subject);
  const known = pendingWithPayload(write, payload_hash, now);
  if (known) return pendingReply(known);
  if (countPendingOf(write, actor, now) >= maxPending) throw tooManyPending();
  const changed_from = subject.content.changed_from ?? earlierRequest(write, request_hash, subject.content);
  const content = { ...subject.content, changed_from };
  endSuperseded(deps, { request_hash, payload_hash });
  const waiting = {
    origin: call.caller.origin as 'agent' | 'mcp',
    token_id: call.caller.token_id ?? null,
    caller_name: callerName(read, call.caller),
    request: name,
    effect,
    input,
    idempotency_key: call.key ?? null,
    reason: plainReason(reason),
    content,
    request_hash,
    payload_hash,
  };
  const added = addApproval(write, waiting, now);
  announceApproval(deps, added.approval_id);
  return pendingReply(added);
}

/** A message as it was asked for before, if it is another now. */
function earlierRequest(
  db: ReadDb,
  request_hash: string,
  { messages }: ApprovalContent,
): ApprovalContent['changed_from'] {
  const earlier = lastOfRequest(db, request_hash);
  const [before, now] = [earlier?.content.messages[0], messages[0]];
  return earlier && before && now
    ? changedFrom({ of: 'earlier_request', at: earlier.requested_at }, before, now)
    : null;
}

/** Ends approvals of the same request whose subject has changed since. */
function endSuperseded(deps: GateDeps, hashes: Pick<Approval, 'request_hash' | 'payload_hash'>): void {
  const ended_at = instantOf(deps.clock.now());
  for (const { id, approval_id } of supersededApprovals(deps.write, hashes)) {
    transitionApproval(deps.write, id, ['pending'], 'outdated', { ended_at, error: outdatedError });
    announceApproval(deps, approval_id);
  }
}

/** Stores in its approval that a request is carried out, as `createIdempotentRunner` does under an Idempotency-Key. */
function approvalAsKey(deps: GateDeps, held: HeldRequest): KeyStore {
  const approvalOf = (db: ReadDb, { key }: { key: string }) => findApproval(db, key)!;
  const endedNow = () => ({ ended_at: instantOf(deps.clock.now()) });
  const stored: KeyStore['stored'] = (db, request) => {
    const { state, reply } = approvalOf(db, request);
    if (state === 'approved') return undefined;
    if (state === 'done') return { reply };
    throw new Failure('conflict', 'outcome_unknown', 'Posthorn stopped in the middle of this.');
  };
  return {
    stored,
    claim(db, request, now) {
      const known = stored(db, request, now);
      if (known) return known;
      const { id, input, payload_hash } = approvalOf(db, request);
      if (payloadHash({ ...held, input }, subjectOf(deps, { ...held, input })) !== payload_hash) throw outdated();
      transitionApproval(db, id, ['approved'], 'running');
      return undefined;
    },
    save(db, request, reply) {
      transitionApproval(db, approvalOf(db, request).id, ['approved', 'running'], 'done', { reply, ...endedNow() });
    },
    release(db, request) {
      transitionApproval(db, approvalOf(db, request).id, ['running'], 'failed', endedNow());
    },
  };
}

/** What a request would act on now. */
function subjectOf(deps: GateDeps, { name, request, input, call, handler }: HeldRequest): ApprovalSubject {
  const { read, write, sendSubject = () => undefined } = deps;
  const sent = sendSubject(name, input, { ...call, db: read });
  const { mail, mail_count, message_ids } = mailSubject({ read, accounts: call.accounts }, request, input);
  const isPreviewed = !sent && 'dry_run' in request.input.shape && !request.awaits && message_ids.length === 0;
  const preview = isPreviewed
    ? runOrPreview(write, true, () => handler({ ...input, dry_run: true }, { ...call, db: write }))
    : undefined;
  const content: ApprovalContent = {
    account_id: sent?.account_id ?? null,
    draft_id: sent?.draft_id ?? null,
    messages: sent?.messages ?? [],
    message_count: sent?.messages.length ?? 0,
    changed_from: sent?.changed_from ?? null,
    // The mail that is answered is not changed.
    mail: sent ? [] : mail,
    mail_count: sent ? 0 : mail_count,
    details: detailsOf(input, sent ? shownOfMessage : []),
  };
  return { content, binding: [sent?.binding, message_ids, preview] };
}

function payloadHash({ name, input, call }: HeldRequest, { binding }: ApprovalSubject): string {
  return hashOfJson([name, actorOf(call.caller), input, binding]);
}

/** The input fields that are not about which mail is meant. */
function detailsOf(input: Record<string, unknown>, shown: readonly string[]): ApprovalContent['details'] {
  return Object.entries(input)
    .filter(
      ([name, value]) => !shownElsewhere.has(name) && !shown.includes(name) && value !== undefined && value !== null,
    )
    .map(([name, value]) => ({ name, value: shortened(typeof value === 'string' ? value : JSON.stringify(value)) }));
}

/** Fields of a message, which is shown as a whole. */
const shownOfMessage = ['account_id', 'from', 'to', 'cc', 'bcc', 'subject', 'body', 'attachments'];
const shownElsewhere = new Set(['message_id', 'message_ids', 'thread_ids', 'draft_id', 'draft_path', 'dry_run']);

function shortened(text: string): string {
  return text.length <= maxDetailChars ? text : `${text.slice(0, maxDetailChars)}…`;
}

/** Plain text, without control and format characters, which could make it look like something else. */
function plainReason(reason: string | undefined): string | null {
  const text = (reason ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, maxReasonChars).join('');
}

function callerName(read: ReadDb, { origin, token_id }: Caller): string {
  const token = token_id === undefined ? undefined : findToken(read, token_id);
  return token?.name ?? (origin === 'mcp' ? 'Tool server' : 'Agent');
}

function pendingReply({ approval_id, expires_at }: Approval): PendingApproval {
  return { status: 'pending_approval', approval_id, expires_at };
}

/** Thrown in place of the first write. */
const reachedWrite = new Error('a request that is tried writes nothing');

/**
 * Runs a handler up to its first write. Returns its reply if it ends without one, and undefined if it would write. Throws
 * what the handler throws before.
 */
async function tryUntilWrite(
  write: WriteDb,
  { awaits }: Request,
  run: (db: WriteDb) => unknown,
): Promise<{ reply: unknown } | undefined> {
  const attempt = { wouldWrite: false };
  const stop = (): never => {
    attempt.wouldWrite = true;
    throw reachedWrite;
  };
  const isRead = (text: string) => /^\s*(?:SELECT|WITH)\b/i.test(text);
  const db: WriteDb = {
    ...write,
    all: (query) => (isRead(query.text) ? write.all(query) : stop()),
    get: (query) => (isRead(query.text) ? write.get(query) : stop()),
    run: stop,
    exec: stop,
    transaction: (work) => work(),
  };
  try {
    const reply = awaits ? await run(db) : runOrPreview(write, true, () => run(db));
    return attempt.wouldWrite ? undefined : { reply };
  } catch (thrown) {
    if (attempt.wouldWrite) return undefined;
    throw thrown;
  }
}

const outdatedError = {
  code: 'approval_outdated',
  message: 'What it would act on has changed since it was asked for, so it needs a new approval.',
};

function outdated(): Failure {
  return new Failure('conflict', outdatedError.code, outdatedError.message);
}

function cannotWait({ origin }: Caller): Failure {
  const sentence = `[agents.profiles.${origin}] has the owner asked first (approve), and this request can only be sent by the owner, because what it acts on could still change after the approval.`;
  return new Failure('refused', 'policy', sentence);
}

function tooManyPending(): Failure {
  const sentence = `${maxPending} requests of this caller are already waiting for the owner. Withdraw some, or wait for a decision.`;
  return new Failure('limited', 'too_many_approvals', sentence);
}
