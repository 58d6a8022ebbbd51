import type { AccountLoop, AccountPart } from './account-loops.ts';
import type { Clock } from './base/clock.ts';
import type { Loop } from './base/loop.ts';
import type { Request } from './contract/define.ts';
import type { Core, StoredChanges } from './core.ts';
import type { searchRequests } from './features/search/contract.ts';
import type { Call, Handler, Handlers, ReaderHandlers } from './handler-types.ts';
import type { Account } from './mail/accounts/accounts.ts';
import type { DenseAnswer } from './mail/semantic/dense-search.ts';
import type { SendSubject } from './mail/approvals/subject.ts';
import type { MutationResult } from './mail/mutations/apply.ts';
import type { ReaderSettings } from './reader-calls.ts';
import type { ReadDb } from './store/db.ts';

type Rows = Record<string, Request>;

/**
 * A feature: its requests, and how it is opened. `feature.ts` of a feature imports its contract and nothing else that runs;
 * `open` and `readers` import the rest, so that a program which only needs the contract loads no more than that.
 */
export type Feature<Requests extends Rows = Rows> = {
  requests: Requests;
  /**
   * Opens the part that runs on the main thread, once for each daemon: with the first request, or with the background work
   * where `isBackground` is set.
   */
  open?: (core: Core) => Promise<OpenFeature<Requests>>;
  /** The feature has loops, or reacts to what others do. */
  isBackground?: true;
  /** Handlers of the requests that run on a reader worker. They receive nothing that writes. */
  readers?: (deps: ReaderDeps) => Promise<ReaderHandlers<Requests>>;
};

export type OpenFeature<Requests extends Rows = Rows> = {
  /**
   * The handlers. A feature with background work gives a function that loads them with the first request: they need far more code
   * than the background work.
   */
  handlers: Handlers<Requests> | (() => Promise<Handlers<Requests>>);
  /** Work that goes on until the daemon stops. */
  loops?: readonly Loop[];
  /** The loop that syncs an account. One feature has it. */
  syncLoop?: (account: Account, hooks: SyncHooks) => AccountLoop;
  /** What runs for each account beside its sync loop. */
  accountPart?: (account: Account, sync: Pick<AccountLoop, 'provider' | 'wake'>) => AccountPart;
  /** Mail was stored for an account. */
  afterSync?: (account: Account, stored: StoredChanges) => void;
  /** A mutation was applied, or one of its operations has ended. */
  afterMutation?: (result: MutationResult) => void;
  /** The user asked to try again what waits. */
  onRetry?: () => void;
  /** The computer has slept. */
  onResume?: () => void;
  /** What a request of the feature would send, by row: an approval is for exactly that. It is loaded with the handlers. */
  sendSubjects?: () => Promise<Partial<Record<string, SendSubjectFinder>>>;
  /** Cancels a job. False where the job is not of this feature, or has ended. */
  cancel?: (job_id: string) => boolean;
};

/** Throws what the handler of the row throws if there is nothing that it could send. */
export type SendSubjectFinder = (
  input: Record<string, unknown>,
  call: Pick<Call, 'accounts' | 'caller'> & { db: ReadDb },
) => SendSubject | undefined;

/** A feature as the host sees it, whatever its requests are. */
export type AnyFeature = {
  requests: Rows;
  open?: (core: Core) => Promise<AnyOpenFeature>;
  isBackground?: true;
  readers?: (deps: ReaderDeps) => Promise<object>;
};

export type AnyOpenFeature = Omit<OpenFeature, 'handlers'> & { handlers: object | (() => Promise<object>) };

type SyncHooks = {
  onConnected: () => void;
  onPassEnd: (pass: number, unreadableFolders: readonly string[]) => void;
};

/** What a reader worker offers to handlers. */
export type ReaderDeps = {
  clock: Clock;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  blobs: string;
  /** activity.db, where events are recorded. */
  activity: ReadDb;
  logFile: string | undefined;
  settings: () => ReaderSettings;
  /** What was found by meaning for the request that is answered; undefined where it does not ask for it. */
  dense: () => DenseAnswer | undefined;
  /** Finds mail, as the request `search.find` does. */
  search: Handler<(typeof searchRequests)['find']>;
};
