import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity/recorder.ts';
import type { ApplyDeps, DeferredAuthorization } from '../../mail/mutations/apply.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { type Provider } from '../../providers/provider.ts';
import type { Sender } from '../../providers/sender.ts';
import type { DiskState } from '../../store/disk-state.ts';
import { type OutboxRow } from '../../mail/outbox/outbox.ts';

export type SendLoopDeps = Pick<ApplyDeps, 'db' | 'clock'> &
  Pick<ActivityRecorder, 'recordDeferred'> & {
    log: Log;
    account: Account;
    sending: SendingService;
    authorizeDeferred: DeferredAuthorization;
    announce: (announcement: Announcement) => void;
    /** The account's connection to its mail server, once there is one. */
    provider: () => Provider | undefined;
    /** Opens the account's sender. */
    open: () => Promise<Sender>;
    isReachable: () => boolean;
    disk: Pick<DiskState, 'whenWritable'>;
    /** Requests a sync pass, which fetches the copy. */
    requestSync: () => void;
  };

export type AttemptDeps = Pick<
  SendLoopDeps,
  'db' | 'clock' | 'log' | 'account' | 'open' | 'provider' | 'sending' | 'disk'
> & {
  /** Called with the result of an attempt after it is stored. */
  onAttempted: (row: OutboxRow) => void;
};
