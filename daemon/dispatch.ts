import type { Clock } from './base/clock.ts';
import { toDiskFailure } from './base/disk-failure.ts';
import { Failure } from './base/failure.ts';
import { pendingApproval } from './contract/approval.ts';
import {
  isAboutMail,
  isFile,
  isFileContent,
  JsonText,
  type Effect,
  type ReplySchema,
  type Request,
} from './contract/define.ts';
import { requestNamed } from './contract.ts';
import { createApprovalGate, type FindSendSubject, type HeldRequest } from './approval-gate.ts';
import type { Announcement } from './contract/events.ts';
import { withPresentIds } from './present-ids.ts';
import { checkIds } from './malformed-ids.ts';
import { inputIssues, invalidInput } from './invalid-input.ts';
import type { Call, Caller, ChangeCall, Dispatch, DispatchExtras } from './handler-types.ts';
import { createIdempotentRunner } from './idempotency.ts';
import { replyOfKey } from './mail/callers/idempotency-keys.ts';
import { accountsReader, allAccounts, type Account } from './mail/accounts/accounts.ts';
import type { ActivityRecorder } from './mail/activity/recorder.ts';
import { accountsOfMessages, accountsOfThreads } from './mail/messages/messages.ts';
import type { ReadDb, WriteDb } from './store/db.ts';
import type { DiskState } from './store/disk-state.ts';
import { authorize, checkCaller, isDeclared, type CurrentPolicy, type Declared } from './authorization.ts';
import { inPages } from './paging.ts';

/** A row's own handler knows whether its connection writes. */
export type AnyHandler = (input: unknown, call: Omit<Call, 'db'> & ChangeCall & { db: ReadDb }) => unknown;

type DispatchDeps = {
  read: ReadDb;
  write: WriteDb;
  /** The handler of a row that runs on this thread. */
  handlerOf: (name: string) => AnyHandler | undefined | Promise<AnyHandler | undefined>;
  /** Runs a row in a reader worker, which also parses the answer and writes it as JSON. */
  runOnReader: (name: string, input: unknown, call: Pick<Call, 'caller' | 'accounts'>) => Promise<string>;
  policy: () => CurrentPolicy;
  clock: Clock;
  /** Told of every request that was understood. */
  activity?: Pick<ActivityRecorder, 'recordRequest'>;
  /** Whether the mail database cannot be written, so that an Idempotency-Key cannot be recorded. */
  isDegraded?: () => boolean;
  /** Called with every error of a request. */
  onFailure?: (failed: unknown) => void;
  /** The row with a name. */
  requestOf?: (name: string) => Request | undefined;
  /** Whether requests exist that only a demo has. */
  isDemo?: boolean;
  /** Checked after a failure of a disk. */
  disk?: Pick<DiskState, 'check'>;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone?: string | undefined;
  announce?: (announcement: Announcement) => void;
  /** What a request would send, so that an approval is for exactly that. */
  sendSubject?: FindSendSubject;
};

/**
 * The only way in: bridge, socket and command line call this and nothing else. Finds the row, parses the input,
 * classifies, permits, runs, and parses the answer, which is a value, `FileContent` or `JsonText`. Throws Failure:
 * `unknown_request`, `invalid_input`, `policy`, `not_found`, what `takeKey` throws, and what handlers throw.
 */
export function createDispatch(deps: DispatchDeps): Dispatch {
  const { read, write, handlerOf, runOnReader, policy, clock, activity, disk } = deps;
  const { isDegraded = () => false, onFailure = () => undefined, requestOf = requestNamed, isDemo = false } = deps;
  const gate = createApprovalGate(deps);
  const idempotentRunner = createIdempotentRunner({ db: write, clock });
  const accountsNow = accountsReader(read);
  return async (name, rawInput, caller, extras = {}) => {
    const context: RequestContext = { name, caller };
    const note = activityNoter(context, { activity, clock });
    try {
      const reply = await handle(context, rawInput, extras);
      note(context.isHeld ? { failure: 'pending_approval' } : { reply });
      return reply;
    } catch (thrown) {
      const failed = toDiskFailure(thrown);
      onFailure(failed);
      void disk?.check(failed);
      note({ failure: failed instanceof Failure ? failed.code : 'internal' });
      throw failed;
    }
  };

  async function handle(
    context: RequestContext,
    rawInput: unknown,
    { idempotencyKey, signal = neverAborts, reason, approval_id }: DispatchExtras,
  ): Promise<unknown> {
    const { name, caller } = context;
    const request = requestOf(name);
    if (!request || (request.onlyInDemo && !isDemo))
      throw new Failure('missing', 'unknown_request', `There is no request named ${name}.`);
    context.request = request;
    const namedRequest = { name, isAboutMail: isAboutMail(request) };
    const authorizeNow = (effect: Effect) => authorize(effect, caller, accountsNow(), policy(), namedRequest);
    // Who may not ask at all is told so, whatever else is wrong.
    if (typeof request.effect !== 'function') authorizeNow((context.effect = request.effect));
    const parsedInput = parseInput(request, rawInput);
    const input = withPresentIds(request, parsedInput, read);
    const effect = typeof request.effect === 'function' ? request.effect(input) : request.effect;
    Object.assign(context, { input, effect });
    const accounts = authorizeNow(effect);
    checkCaller(request, input, caller);
    checkIds(request, input, effect);
    checkScope(request, input, { read, accounts, all: accountsNow() });
    if (request.runs === 'reader') return new JsonText(await runOnReader(name, input, { caller, accounts }));
    const isRead = effect.safety === 'read';
    const found = handlerOf(name);
    const handler = found instanceof Promise ? await found : found;
    if (!handler) throw new Error(`the request ${name} has no handler`);
    const call = {
      caller,
      accounts,
      permit(requested: Effect) {
        checkDeclared(context, { effect, mayNeed: request.mayNeed }, requested);
        authorizeNow(requested);
      },
      key: idempotencyKey,
      signal,
      db: isRead && !isConditional(request) ? read : write,
    };
    if (isRead && call.db === read) {
      const run = (given: Record<string, unknown>) => read.snapshot(() => handler(given, call));
      return parseReply(request.output, await inPages(request, input, run));
    }
    const held = { name, request, effect, parsedInput, input, call: { ...call, db: write }, handler, reason };
    if (approval_id !== undefined) {
      const approvalRunner = createIdempotentRunner({ db: write, clock, keys: gate.keysOf(held) });
      return runOnce(approvalRunner, { ...held, key: approval_id });
    }
    if (gate.isNeeded(caller, effect)) return waitForApproval({ gate, idempotentRunner, write, clock }, context, held);
    const isUnrecorded = request.withoutStore && isDegraded();
    if (idempotencyKey === undefined || isRead || isUnrecorded)
      return parseReply(request.output, await handler(input, call));
    return runOnce(idempotentRunner, { ...held, key: idempotencyKey });
  }
}

type WaitDeps = Pick<DispatchDeps, 'write' | 'clock'> & {
  gate: ReturnType<typeof createApprovalGate>;
  idempotentRunner: ReturnType<typeof createIdempotentRunner>;
};

/** Has a request wait for the owner, once however often it is repeated. */
async function waitForApproval(
  { gate, idempotentRunner, write, clock }: WaitDeps,
  context: RequestContext,
  held: HeldRequest,
): Promise<unknown> {
  const { request, call } = held;
  const keyed = call.key === undefined ? undefined : idempotentRequestOf({ ...held, key: call.key });
  const answered = keyed && replyOfKey(write, keyed, clock.now());
  if (answered) {
    context.isHeld = pendingApproval.safeParse(answered.reply).success;
    return answered.reply;
  }
  const prepared = await gate.prepare(held);
  if ('reply' in prepared) return parseReply(request.output, prepared.reply);
  context.isHeld = true;
  const ask = () => gate.ask(prepared.held);
  return keyed ? idempotentRunner.runSync({ ...keyed, isSecret: false }, ask) : write.transaction(ask);
}

type KeyedChange = {
  name: string;
  request: Request;
  key: string;
  /** The input as it was sent. */
  parsedInput: Record<string, unknown>;
  /** The same with present ids. */
  input: Record<string, unknown>;
  call: Parameters<AnyHandler>[1];
  handler: AnyHandler;
};

/** Carries out a change that has an Idempotency-Key. A repeat gets the stored reply. */
function runOnce(
  { runSync, runAsync, runToOutcome }: ReturnType<typeof createIdempotentRunner>,
  change: KeyedChange,
): unknown {
  const { request, input, call, handler } = change;
  const idempotentRequest = idempotentRequestOf(change);
  const toReply = (reply: unknown) => parseReply(request.output, reply);
  if (request.awaits === 'outcome')
    return runToOutcome(idempotentRequest, async (db) => toReply(await handler(input, { ...call, db })));
  if (request.awaits) return runAsync(idempotentRequest, async () => toReply(await handler(input, call)));
  return runSync(idempotentRequest, () => toReply(handler(input, call)));
}

function idempotentRequestOf({ name, request, key, parsedInput, call }: Omit<KeyedChange, 'handler' | 'input'>) {
  // As it was sent: an id that has become an alias since then does not make a repeated request another one.
  const { content: _stream, ...input } = parsedInput;
  return {
    owner: call.caller.token_id ?? 'owner',
    key,
    request: name,
    input,
    isSecret: request.secret ?? false,
  };
}

const neverAborts = new AbortController().signal;

/** A request as far as it was understood. */
type RequestContext = {
  name: string;
  caller: Caller;
  request?: Request;
  effect?: Effect;
  input?: Record<string, unknown>;
  /** It waits for the owner. */
  isHeld?: boolean;
};

/** Has the activity log keep what became of a request. What could not be understood is nothing that was done. */
function activityNoter(context: RequestContext, { activity, clock }: Pick<DispatchDeps, 'activity' | 'clock'>) {
  const startedMs = performance.now();
  return (outcome: { reply: unknown } | { failure: string }): void => {
    const { name, request, caller, effect, input = {} } = context;
    if (!effect || ('failure' in outcome && outcome.failure === 'invalid_input')) return;
    const { origin: source, token_id } = caller;
    const took_ms = performance.now() - startedMs;
    activity?.recordRequest({
      name,
      activity: request?.activity,
      source,
      token_id,
      effect,
      input,
      ts: clock.now().getTime(),
      took_ms,
      ...outcome,
    });
  };
}

function parseReply(output: ReplySchema, reply: unknown): unknown {
  if (!isFile(output)) return output.parse(reply);
  return isFileContent(reply) || !output.json ? reply : output.json.parse(reply);
}

function isConditional(request: Request): boolean {
  return typeof request.effect === 'function';
}

function parseInput(request: Request, raw: unknown): Record<string, unknown> {
  const { data, error } = checkedInput(request, raw);
  if (error) throw invalidInput(error);
  return data;
}

function checkedInput({ input }: Request, raw: unknown) {
  try {
    return input.safeParse(raw ?? {}, inputIssues);
  } catch (thrown) {
    // A schema that contains itself uses the stack for every level of the input.
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new Failure('invalid', 'invalid_input', 'The input is nested too deeply.', { cause: thrown, issues: [] });
  }
}

/** Throws an error if a handler asks for what its row does not declare, so that the contract states all that a request needs. */
function checkDeclared({ name }: RequestContext, row: Declared, requested: Effect): void {
  if (isDeclared(row, requested)) return;
  throw new Error(`the request ${name} doesn’t declare that it may need ${JSON.stringify(requested)}`);
}

/**
 * Requires that a row names something of the accounts the caller may touch. An id of another account is answered like an id
 * of nothing, so that a caller cannot find out which ids exist.
 */
function checkScope(
  request: Request,
  input: Record<string, unknown>,
  { read, accounts, all }: { read: ReadDb; accounts: readonly Account[]; all: readonly Account[] },
): void {
  const { scope } = request;
  if (scope === 'none' || scope === 'filtered') return;
  if (scope === 'all') {
    if (accounts.length < all.length) throw new Failure('refused', 'policy', allAccountsNeeded);
    return;
  }
  const allowedAccounts = new Set(accounts.map(({ id }) => id));
  type Scoped = ['accounts' | 'messages' | 'threads', string | readonly string[]];
  for (const [kind, keys] of Object.entries(scope) as Scoped[]) {
    const ids = [keys].flat().flatMap((key) => idsOf(input[key]));
    if (ids.length === 0) continue;
    if (!ownersOf(kind, ids, { read }).some((account) => allowedAccounts.has(account))) throw notFound(kind);
  }
}

const allAccountsNeeded =
  'This request concerns all accounts, and this caller may use only some of them (allowed_accounts, or its token).';

function idsOf(value: unknown): string[] {
  const ids: unknown[] = [value ?? []].flat();
  return ids.filter((id) => typeof id === 'string').map((id) => id.toLowerCase());
}

function ownersOf(
  kind: 'accounts' | 'messages' | 'threads',
  ids: readonly string[],
  { read }: { read: ReadDb },
): number[] {
  if (kind === 'messages') return accountsOfMessages(read, ids).map(({ account }) => account);
  if (kind === 'threads') return accountsOfThreads(read, ids).map(({ account }) => account);
  return allAccounts(read)
    .filter(({ account_id }) => ids.includes(account_id))
    .map(({ id }) => id);
}

function notFound(kind: 'accounts' | 'messages' | 'threads'): Failure {
  const noun = { accounts: 'account', messages: 'message', threads: 'conversation' }[kind];
  return new Failure(
    'missing',
    'not_found',
    `There is no such ${noun}. It may have been deleted or moved to another account.`,
  );
}
