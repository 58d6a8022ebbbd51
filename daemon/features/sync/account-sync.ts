import { hasNetwork } from '../../base/machine.ts';
import { createByteSemaphore } from '../../base/byte-semaphore.ts';
import type { Core } from '../../core.ts';
import type { OpenFeature } from '../../feature.ts';
import { isRemote } from '../../providers/open-provider.ts';
import { accountLoop } from './loop.ts';
import { unsyncedLoop } from './unsynced-loop.ts';

/** Bytes of mail on their way from the servers to the store, at most. */
const maxBytesInFlight = 16_000_000;

/** Gives each account the loop that syncs it. All accounts share one limit of bytes in flight. */
export function createAccountSync(core: Core): NonNullable<OpenFeature['syncLoop']> {
  const { ingest } = core.workers;
  const gate = createByteSemaphore(maxBytesInFlight);
  return (account, { onConnected, onPassEnd }) => {
    if (account.sync_kind === null) return unsyncedLoop(account);
    return accountLoop({
      ...core,
      write: core.mail,
      account,
      gate,
      onConnected,
      open: () => core.openProvider(account),
      isReachable: () => !isRemote(core.configOf(account)) || hasNetwork(core.machine),
      intervalMs: () => core.config.current.general.sync_interval * 1000,
      ingest: (batch, transfer) => ingest.ask('ingest', batch, transfer),
      placeKnownMessages: (recognition) => ingest.ask('placeKnownMessages', recognition),
      saveFolders: (folders) => ingest.ask('syncFolders', folders),
      async finishPass(pass) {
        const outcome = await ingest.ask('finishPass', pass);
        onPassEnd(pass.number, pass.except);
        return outcome;
      },
    });
  };
}
