import type { z } from 'zod';
import type { Effect, FileContent, FileReply, Request } from './contract/define.ts';
import type { Account } from './mail/accounts/accounts.ts';
import type { TokenLimits } from './safety/policy.ts';
import type { ReadDb, WriteDb } from './store/db.ts';

/** Who asks. Only `agent` and `mcp` are held to a profile on top of the general policy. */
export type Origin = 'human' | 'web' | 'cli' | 'script' | 'daemon' | 'agent' | 'mcp';

export type Caller = {
  origin: Origin;
  /** The token of their own that they came with; absent for who holds the owner's. */
  token_id?: string;
  /** Ids of the accounts that token is limited to, on top of what a profile allows. */
  only?: readonly string[];
  /** The requests that token is limited to. */
  limits?: TokenLimits;
  /** How many requests that token may send in a minute; absent for the usual number. */
  requests_per_minute?: number;
};

type ReadRequest = { effect: { safety: 'read' } };

/** What a handler receives beside its input. */
export type Call<R extends Request = Request> = {
  caller: Caller;
  /** The accounts this caller may see, which a row with scope `filtered` answers for. */
  accounts: readonly Account[];
  /** Rows that read get a connection that cannot write. */
  db: R extends ReadRequest ? ReadDb : WriteDb;
} & (R extends ReadRequest ? unknown : ChangeCall);

/** What a handler of a row that changes something receives besides. */
export type ChangeCall = {
  /** What the caller calls this request: its Idempotency-Key. */
  key?: string | undefined;
  /** Refuses, with Failure `policy`, what this caller may not do, where that is more than the row says of itself. */
  permit: (effect: Effect) => void;
  /** Aborts, with a Failure, when no client waits for the answer any more. Long work for this request alone then ends. */
  signal: AbortSignal;
};

export type InputOf<R extends Request> = z.output<R['input']>;
export type ReplyOf<R extends Request> = R['output'] extends z.ZodType
  ? z.input<R['output']>
  : R['output'] extends FileReply<infer Json>
    ? FileContent | (Json extends z.ZodType ? z.input<Json> : never)
    : never;

type MayBeAsync = { awaits: true | 'outcome' } | { effect: { safety: 'read' } };

/** What changes something answers at once, in one transaction with its idempotency key, unless its row says `awaits`. */
export type Handler<R extends Request> = (
  input: InputOf<R>,
  call: Call<R>,
) => R extends MayBeAsync ? ReplyOf<R> | Promise<ReplyOf<R>> : ReplyOf<R>;

type RunsOnReader = { runs: 'reader' };

/** One handler for every row that runs on the main thread. */
export type Handlers<Rows extends Record<string, Request>> = {
  [K in keyof Rows as Rows[K] extends RunsOnReader ? never : K]: Handler<Rows[K]>;
};

/** One handler for every row that runs in a reader worker. */
export type ReaderHandlers<Rows extends Record<string, Request>> = {
  [K in keyof Rows as Rows[K] extends RunsOnReader ? K : never]: Handler<Rows[K]>;
};

export type Dispatch = (name: string, input: unknown, caller: Caller, more?: DispatchExtras) => Promise<unknown>;

export type DispatchExtras = {
  /** A change that was asked for under this key before is not made again; the first reply is given. */
  idempotencyKey?: string;
  /** Aborts when no client waits for the answer any more. */
  signal?: AbortSignal;
  /** Why the caller asks, in its own words: shown to the owner if the request waits for approval. */
  reason?: string;
  /** The approval that this request carries out. Only the loop of approvals sets it. */
  approval_id?: string;
};
