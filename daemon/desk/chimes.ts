import { instantOf } from '../base/clock.ts';
import type { Event } from '../contract/events.ts';
import { allAccounts } from '../mail/accounts.ts';
import type { Did } from '../mail/apply.ts';
import { pausedUntil } from '../mail/pause.ts';
import { chimeOfAct, chimeOfEvent, gravest, needsPerson, type Chime } from './chimes-events.ts';
import { isQuietAt } from '../mail/quiet-hours.ts';
import type { DeskParts } from './open-desk.ts';

/** What happens within so many milliseconds is one moment, and sounds once. */
const moment = 40;
/** After a sound a moment lasts so long: whoever acts on a hundred messages one by one hears it now and then. */
const longMoment = 300;

export type Chimes = {
  /** Somebody has just done something to mail. */
  acted(did: Did): void;
  close(): void;
};

/**
 * Sounds for what happens in the daemon, by `[notifications.chimes]`. What is done in our own page is silent here, also where
 * it happens later: the page sounds for itself.
 */
export function openChimes({ desk, read, clock, log, config, events, zone }: DeskParts): Chimes {
  const troubled = new Set(
    allAccounts(read)
      .map(({ account_id }) => account_id)
      .filter((account_id) => needsPerson(read, account_id)),
  );
  let wanted: Chime[] = [];
  let timer: NodeJS.Timeout | undefined;
  let soundedAt = Number.NEGATIVE_INFINITY;

  const mayEver = () => config.current.notifications.chimes.enabled;

  function want(chime: Chime | undefined): void {
    if (chime === undefined || isSilent(chime)) return;
    wanted.push(chime);
    const wait = Math.max(moment, soundedAt + longMoment - performance.now());
    timer ??= setTimeout(() => safely(sound), wait).unref();
  }

  function sound(): void {
    timer = undefined;
    const chime = gravest(wanted);
    wanted = [];
    const { enabled, volume, ...names } = config.current.notifications.chimes;
    const name = chime ? names[chime] : 'none';
    if (!enabled || name === 'none') return;
    soundedAt = performance.now();
    desk.play(name, volume);
  }

  function isSilent(chime: Chime): boolean {
    const now = clock.now();
    const { notifications } = config.current;
    const { enabled, volume, [chime]: name } = notifications.chimes;
    if (!enabled || volume === 0 || name === 'none') return true;
    return pausedUntil(read, instantOf(now)) !== null || isQuietAt(notifications, now.getTime(), zone);
  }

  function hear(event: Event): void {
    if (event.event === 'SyncCompleted') troubled.delete(event.account_id);
    else if (event.event === 'SyncError') hearTrouble(event.account_id);
    else if (mayEver()) want(chimeOfEvent(read, event, config.current.accounts));
  }

  /** Once for each trouble: it is tried again for as long as it lasts. */
  function hearTrouble(account_id: string): void {
    if (troubled.has(account_id) || !needsPerson(read, account_id)) return;
    troubled.add(account_id);
    want('error');
  }

  /** A chime is never worth more than what it tells of. */
  function safely(act: () => void): void {
    try {
      act();
    } catch (failed) {
      log.error({ err: failed }, 'whether something sounds could not be decided');
    }
  }

  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) safely(() => hear(event));
  });
  return {
    acted(did) {
      if (mayEver()) safely(() => want(chimeOfAct(read, did, instantOf(clock.now()))));
    },
    close() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
