import type { Clock } from '../../base/clock.ts';
import type { Call, Caller } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ReadableMessage } from '../../mail/assist/readable-messages.ts';
import type { SearchMail } from '../../mail/searches/search-request.ts';
import type { Models } from '../../models/models.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

export type AssistDeps = {
  clock: Clock;
  models: Models;
  /** Reads messages (internal ids) on a worker. */
  readMessages: (messages: readonly number[]) => Promise<ReadableMessage[]>;
  searchMail: SearchMail<Caller>;
};

/** What a handler that asks a model receives. */
export type AssistCall = Pick<Call, 'caller'> & { accounts: readonly Account[]; db: WriteDb; signal: AbortSignal };

export type ReadCall = Pick<Call, 'caller'> & { accounts: readonly Account[]; db: ReadDb };
