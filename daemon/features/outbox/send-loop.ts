import { bellWith } from '../../base/bell.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity.ts';
import type { ApplyParts, MayStill } from '../../mail/apply.ts';
import type { Sending } from '../../mail/sending.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Sender } from '../../providers/sender.ts';

export type SendLoop = Loop & {
  /** Something may be due to be sent, the server may be in reach again, or the computer has slept. */
  ring(): void;
};

export type SendLoopParts = ApplyParts &
  Pick<ActivityRecorder, 'noteLater'> & {
    log: Log;
    account: Account;
    sending: Sending;
    mayStill: MayStill;
    announce: (announcement: Announcement) => void;
    /** The account's line to where its mail lies, once it has one. */
    provider: () => Provider | undefined;
    /** Opens what sends its mail. */
    open: () => Promise<Sender>;
    isReachable: () => boolean;
    /** Asks for a sync pass, which brings the copy. */
    wantsPass: () => void;
  };

/** The one sender of an account. */
export function sendLoop({ clock, account }: SendLoopParts): SendLoop {
  const bell = bellWith(clock);
  return {
    name: `send ${account.key ?? account.account_id}`,
    ring: () => bell.ring(),
    async run(signal) {
      while (!signal.aborted) await bell.wait(undefined, signal);
    },
  };
}
