import { Failure } from '../../base/failure.ts';
import type { Trust } from '../../contract/trust.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { trustReader } from '../../mail/authentication/trust.ts';
import { unknownSendersIn } from '../../mail/screener/unknown-senders.ts';
import type { screenerRequests } from './contract.ts';
import { explainPlace } from './explain.ts';
import { queueEntries } from './queue.ts';

export function screenerReaders({
  clock,
  zone,
  blobs,
  settings,
}: Pick<ReaderDeps, 'clock' | 'zone' | 'blobs' | 'settings'>): ReaderHandlers<typeof screenerRequests> {
  const readTrust = trustReader({ blobs, forwarders: () => settings().forwarders });
  return {
    queue({ account_id, limit }, { db, accounts }) {
      const account = requireAccount(accounts, account_id);
      const unknown = unknownSendersIn(db, account.id, { now: clock.now() });
      const shown = unknown.slice(0, limit);
      const trustOf: Parameters<typeof queueEntries>[1]['trustOf'] = (message) =>
        orNoneIfDamaged(() => readTrust(db, accounts, message));
      return {
        kind: 'ScreenerQueue',
        entries: queueEntries(db, { account, accounts, trustOf }, shown),
        total: unknown.length,
        enabled: settings().isScreening,
      };
    },
    explain: ({ message_id }, { db, accounts }) =>
      explainPlace(db, accounts, {
        message_id,
        screening: { isAsking: settings().isScreening, now: clock.now(), zone },
      }),
  };
}

/** The sender of a message whose source is damaged is not assessed; the message itself says what is wrong with it. */
function orNoneIfDamaged(assess: () => Trust | undefined): Trust | undefined {
  try {
    return assess();
  } catch (failure) {
    if (failure instanceof Failure && failure.code === 'source_damaged') return undefined;
    throw failure;
  }
}
