import { isDeepStrictEqual } from 'node:util';
import { instantOf, systemClock } from '../base/clock.ts';
import { areAgentsPaused } from '../config/agents-pause.ts';
import type { LiveConfig } from '../config/live-config.ts';
import type { VaultState } from '../config/secrets/vault.ts';
import { countPending } from '../mail/approvals/store.ts';
import { allAccounts } from '../mail/accounts/accounts.ts';
import { notificationsPausedUntil } from '../mail/notifications/pause.ts';
import { syncStatusOf } from '../mail/accounts/sync-status.ts';
import type { DesktopStatus } from './desktop.ts';
import { unreadConversations } from './notification-store.ts';
import { createThrottle } from './throttle.ts';
import { summarizeSync } from './sync-summary.ts';
import type { DesktopDeps } from './desktop-deps.ts';

type StatusReporter = {
  /** Reports that the status may have changed without an event. */
  refresh(): void;
  close(): void;
};

/** The shortest interval between reports, in milliseconds. */
const reportIntervalMs = 250;
/** The longest delay that a timer supports. */
const maxTimerMs = 86_400_000;

/** Reports the overall status to the desktop: at the start, and on every change. */
export function openStatusReporter({
  desktop,
  read,
  clock,
  log,
  config,
  events,
  progress,
  secretStorage,
}: DesktopDeps): StatusReporter {
  const closing = new AbortController();
  /** Accounts with a successful sync pass since the start, by public id. */
  const syncedAccounts = new Set<string>();
  let lastReported: DesktopStatus | undefined;
  let awaitedPauseEnd: string | null = null;

  function statusNow(): DesktopStatus {
    const accounts = allAccounts(read).map((account) => ({
      account,
      sync: syncStatusOf(read, account, progress),
      hasCompletedSync: syncedAccounts.has(account.account_id),
    }));
    const paused_until = notificationsPausedUntil(read, instantOf(clock.now()));
    const approvals = countPending(read, clock.now());
    const agents_paused = agentsPaused(config);
    const passwords = passwordState(secretStorage?.vault.state());
    const counts = { unread: unreadConversations(read), approvals };
    return { ...counts, agents_paused, passwords, paused_until, ...summarizeSync(accounts) };
  }

  function report(): void {
    try {
      const status = statusNow();
      if (!isDeepStrictEqual(status, lastReported)) desktop.setStatus((lastReported = status));
      if (status.paused_until !== awaitedPauseEnd) void awaitPauseEnd((awaitedPauseEnd = status.paused_until));
    } catch (failed) {
      log.error({ err: failed }, 'the overall status could not be reported');
    }
  }

  /** The end of a pause has no event. */
  async function awaitPauseEnd(until: string | null): Promise<void> {
    while (until !== null && until === awaitedPauseEnd && !closing.signal.aborted) {
      const leftMs = Date.parse(until) - clock.now().getTime();
      if (leftMs <= 0) return throttle.trigger();
      await clock.wait(Math.min(leftMs, maxTimerMs), closing.signal);
    }
  }

  const throttle = createThrottle(report, reportIntervalMs, systemClock.wait);
  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) if (event.event === 'SyncCompleted') syncedAccounts.add(event.account_id);
    throttle.trigger();
  });
  const unfollow = config.onChange(throttle.trigger);
  throttle.trigger();
  return {
    refresh: throttle.trigger,
    close() {
      unsubscribe();
      unfollow();
      closing.abort();
      throttle.close();
    },
  };
}

function passwordState(vault: VaultState | undefined): DesktopStatus['passwords'] {
  return vault === 'locked' || vault === 'unlocked' ? vault : null;
}

function agentsPaused(config: LiveConfig): boolean | null {
  const { agent, mcp } = config.current.agents.profiles;
  const arePaused = areAgentsPaused(config);
  return arePaused || agent || mcp ? arePaused : null;
}
