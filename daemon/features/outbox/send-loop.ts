import { bellWith } from '../../base/bell.ts';
import { instantOf } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { backoff, runTogether, type Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity.ts';
import type { ApplyParts, MayStill } from '../../mail/apply.ts';
import { dueSend, nextSend, type OutboxRow, sendsInDoubt, tryAgainNow, unfinishedSends } from '../../mail/outbox.ts';
import type { Sending } from '../../mail/sending.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import type { Sender } from '../../providers/sender.ts';
import { attempt, refuse } from './attempt.ts';
import { searchForDoubted } from './doubts.ts';
import { finishSend } from './finishing.ts';
import { obstacleTo } from './obstacles.ts';
import { tellTried } from './telling.ts';
import { waitForNetwork } from './waiting.ts';

export type SendLoop = Loop & {
  /** Something may be due to be sent, or the computer has slept. */
  ring(): void;
  /** The server can be reached, or a pass has told what it has. */
  reached(): void;
};

export type SendLoopParts = Pick<ApplyParts, 'db' | 'clock'> &
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

/** The longest wait for something that is to go, in milliseconds: nobody says that a clock was put forward. */
const longestWait = 60_000;

/** Milliseconds between two times that what waits for the line is tried before its time. */
const triedAgainEvery = 60_000;

/**
 * The one sender of an account, one message at a time: what is due goes, what is in doubt is looked for, and of what went
 * the copy is put into Sent, the answered message marked and the draft removed, in this order.
 */
export function sendLoop(parts: SendLoopParts): SendLoop {
  const { clock, account, db, log, isReachable } = parts;
  const dueBell = bellWith(clock);
  const sentBell = bellWith(clock);
  const tell = tellTried(parts);
  const onTried = (row: OutboxRow) => {
    tell(row);
    sentBell.ring();
  };
  const tried = { ...parts, onTried };
  let isToSearch = true;
  let failures = 0;
  let triedAgainAt = 0;

  const tryAgain = (codes: readonly string[]) => tryAgainNow(db, account.id, instantOf(clock.now()), codes);

  const sendDue = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const now = clock.now();
      const next = dueSend(db, account.id, instantOf(now));
      if (!next || signal.aborted) return;
      const obstacle = obstacleTo(next, { ...parts, now });
      if (obstacle) refuse(tried, next, obstacle, instantOf(now));
      else if (!isReachable()) waitForNetwork(tried, next, now);
      else await attempt(tried, next, signal);
    }
  };

  /** Gives after how long what is left is tried again; undefined where that is when somebody rings. */
  const seeToSent = async (signal: AbortSignal): Promise<number | undefined> => {
    const line = parts.provider();
    if (signal.aborted || (!line && account.sync_kind !== null)) return undefined;
    try {
      if (isToSearch && line)
        for (const row of sendsInDoubt(db, account.id)) await searchForDoubted(tried, { row, line }, signal);
      isToSearch = false;
      let hasFailed = false;
      for (const row of unfinishedSends(db, account.id))
        await finishSend(parts, { row, line }, signal).catch((thrown: unknown) => {
          if (thrown instanceof ProviderError || signal.aborted) throw thrown;
          // What is wrong with one message keeps none of the others.
          hasFailed = true;
          log.error({ err: thrown, account: account.account_id }, 'what was sent could not be finished');
        });
      failures = 0;
      return hasFailed ? longestWait : undefined;
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const isTrouble = thrown instanceof ProviderError;
      const reason = isTrouble ? thrown.reason : undefined;
      const what = 'what was sent could not be seen to yet';
      log[isTrouble ? 'info' : 'error'](
        { account: account.account_id, err: isTrouble ? undefined : thrown, reason },
        what,
      );
      return backoff(failures++, { most: longestWait });
    }
  };

  const waitMs = (): number | undefined => {
    const next = nextSend(db, account.id);
    return next === undefined
      ? undefined
      : Math.min(longestWait, Math.max(0, Date.parse(next) - clock.now().getTime()));
  };

  const ringBoth = () => {
    dueBell.ring();
    sentBell.ring();
  };

  const sending = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await sendDue(signal);
      const ms = waitMs();
      // What has become due meanwhile waits for nobody.
      if (ms !== 0) await dueBell.wait(ms, signal);
    }
  };

  const seeing = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) await sentBell.wait(await seeToSent(signal), signal);
  };

  return {
    name: `send ${account.key ?? account.account_id}`,
    ring: ringBoth,
    reached() {
      isToSearch = true;
      const now = clock.now().getTime();
      if (now - triedAgainAt >= triedAgainEvery) {
        triedAgainAt = now;
        tryAgain(['offline', 'keychain']);
      }
      ringBoth();
    },
    async run(signal) {
      // What the account was configured with may have been put right.
      tryAgain(['auth', 'keychain', 'offline', 'tls', 'protocol', 'stopped']);
      // Neither waits for the other: where mail lies may be out of reach while what sends it is not.
      await runTogether([sending, seeing], signal);
    },
  };
}
