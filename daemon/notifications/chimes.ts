import { instantOf } from '../base/clock.ts';
import type { Event } from '../contract/events.ts';
import { allAccounts } from '../mail/accounts/accounts.ts';
import type { UserAction } from '../mail/mutations/apply.ts';
import { accountConfigs } from '../mail/accounts/runtime-accounts.ts';
import { notificationsPausedUntil } from '../mail/notifications/pause.ts';
import {
  chimeForAction,
  chimeForEvent,
  mostImportantChime,
  needsUserAttention,
  type Chime,
} from './chime-selection.ts';
import { isQuietAt } from '../mail/notifications/quiet-hours.ts';
import type { DesktopDeps } from './desktop-deps.ts';

/** Events within this many milliseconds count as simultaneous and sound once. */
const groupingMs = 40;
/** The grouping interval after a sound, in milliseconds, so that a series of single actions sounds only now and then. */
const minGapMs = 300;

type Chimes = {
  /** Reports that a caller has just changed mail. */
  onUserAction(userAction: UserAction): void;
  close(): void;
};

/**
 * Plays sounds for events in the daemon, by `[notifications.chimes]`. Actions of our own page are silent here, even if they
 * take effect later: the page plays their sounds.
 */
export function openChimes({ desktop, read, clock, log, config, events, zone }: DesktopDeps): Chimes {
  const accountsInTrouble = new Set(
    allAccounts(read)
      .map(({ account_id }) => account_id)
      .filter((account_id) => needsUserAttention(read, account_id)),
  );
  let queued: Chime[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastPlayedMs = Number.NEGATIVE_INFINITY;

  const isEnabled = () => config.current.notifications.chimes.enabled;

  function queueChime(chime: Chime | undefined): void {
    if (chime === undefined || isSilent(chime)) return;
    queued.push(chime);
    const waitMs = Math.max(groupingMs, lastPlayedMs + minGapMs - performance.now());
    timer ??= setTimeout(() => safely(playQueued), waitMs).unref();
  }

  function playQueued(): void {
    timer = undefined;
    const chime = mostImportantChime(queued);
    queued = [];
    const { enabled, volume, ...names } = config.current.notifications.chimes;
    const name = chime ? names[chime] : 'none';
    if (!enabled || name === 'none') return;
    lastPlayedMs = performance.now();
    desktop.play(name, volume);
  }

  function isSilent(chime: Chime): boolean {
    const now = clock.now();
    const { notifications } = config.current;
    const { enabled, volume, [chime]: name } = notifications.chimes;
    if (!enabled || volume === 0 || name === 'none') return true;
    return notificationsPausedUntil(read, instantOf(now)) !== null || isQuietAt(notifications, now.getTime(), zone);
  }

  function handleEvent(event: Event): void {
    if (event.event === 'SyncCompleted') accountsInTrouble.delete(event.account_id);
    else if (event.event === 'SyncError') handleSyncError(event.account_id);
    else if (isEnabled()) {
      const screening = { isAsking: config.current.screener.enabled, now: clock.now() };
      queueChime(chimeForEvent(read, event, { accounts: accountConfigs(read, config), screening }));
    }
  }

  /** Sounds once per trouble, because the sync retries for as long as the trouble lasts. */
  function handleSyncError(account_id: string): void {
    if (accountsInTrouble.has(account_id) || !needsUserAttention(read, account_id)) return;
    accountsInTrouble.add(account_id);
    queueChime('error');
  }

  /** A failing chime must not affect the event. */
  function safely(act: () => void): void {
    try {
      act();
    } catch (failed) {
      log.error({ err: failed }, 'the chime of an event could not be selected');
    }
  }

  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) safely(() => handleEvent(event));
  });
  return {
    onUserAction(userAction) {
      if (isEnabled()) safely(() => queueChime(chimeForAction(read, userAction, instantOf(clock.now()))));
    },
    close() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
