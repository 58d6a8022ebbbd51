import type { MessageRef } from '../../providers/provider.ts';
import { ownAddressesOf, type Account } from '../accounts/accounts.ts';
import { contactCounter } from '../contacts/contacts.ts';
import { labelMap, type Label, type LabelMap } from '../labels/labels.ts';
import type { InsertDeps, Owner } from './insert.ts';
import type { BatchName } from './uncommitted-placements.ts';

/** The account and the kind of mail that a pass stores. */
export type PassOptions = {
  account: Pick<Account, 'id' | 'account_id'>;
  /** New mail, which is indexed before mail of a backfill. */
  live: boolean;
  /** The user waits for it, so it is indexed before other mail. */
  isAwaited?: boolean;
  /** There is no server copy of this mail, so its stored content is never removed to free space. */
  isOnlyCopy?: boolean;
  /** The sync batch that this pass belongs to. */
  name?: BatchName;
};

/** The account data that a pass uses, and the changes that it made. Sets of messages hold internal ids. */
export type PassState = Required<Omit<PassOptions, 'name'>> & {
  deps: InsertDeps;
  db: InsertDeps['db'];
  name: BatchName | undefined;
  labels: LabelMap;
  owner: Owner;
  contacts: ReturnType<typeof contactCounter>;
  added: Set<number>;
  updated: Set<number>;
  /** Public ids. */
  removed: Set<string>;
  /** Messages whose placements changed since the pass was settled. */
  touched: Set<number>;
  /** Threads whose messages changed since the pass was settled. */
  threads: Set<number>;
  orphanedBlobs: string[];
};

export function createPassState(
  deps: InsertDeps,
  { account, live, isAwaited = false, isOnlyCopy = false, name }: PassOptions,
): PassState {
  const { db } = deps;
  return {
    deps,
    db,
    account,
    live,
    isAwaited,
    isOnlyCopy,
    name,
    labels: labelMap(db, account.id),
    owner: { account, own: ownAddressesOf(db, account.id) },
    contacts: contactCounter(db, account.id),
    added: new Set(),
    updated: new Set(),
    removed: new Set(),
    touched: new Set(),
    threads: new Set(),
    orphanedBlobs: [],
  };
}

export function labelAt({ labels }: PassState, folder: MessageRef['folder']): Label {
  const label = labels.byPath.get(folder);
  // An error, because the cursor of the batch must never be stored without its mail.
  if (label === undefined) throw new Error('the folder of a message has no label');
  return label;
}
