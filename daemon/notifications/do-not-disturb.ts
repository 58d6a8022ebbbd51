import { createWakeSignal } from '../base/wake-signal.ts';
import { instantOf } from '../base/clock.ts';
import { notificationsPausedUntil } from '../mail/notifications/pause.ts';
import { isQuietAt } from '../mail/notifications/quiet-hours.ts';
import type { DesktopDeps } from './desktop-deps.ts';

export type DoNotDisturb = {
  /** Whether nothing is to be shown now. */
  isSilent(): boolean;
  /** Calls `onEnd` as soon as a silence is over, which may be now. */
  watchEnd(): void;
  /** The settings or a pause have changed. */
  recheck(): void;
  close(): void;
};

/** Quiet hours are looked at this often, in milliseconds: a computer that slept does not say when it woke. */
const checkIntervalMs = 60_000;

/** The pauses a person asked for, and quiet hours. */
export function openDoNotDisturb(
  { read, clock, config, zone }: Pick<DesktopDeps, 'read' | 'clock' | 'config' | 'zone'>,
  onEnd: () => void,
): DoNotDisturb {
  const wakeSignal = createWakeSignal(clock);
  const closing = new AbortController();
  let isWatching = false;

  const isSilent = () => {
    const now = clock.now();
    return (
      notificationsPausedUntil(read, instantOf(now)) !== null ||
      isQuietAt(config.current.notifications, now.getTime(), zone)
    );
  };
  const msUntilPauseEnds = () => {
    const now = clock.now();
    const until = notificationsPausedUntil(read, instantOf(now));
    return until === null ? checkIntervalMs : Date.parse(until) - now.getTime();
  };
  const watch = async () => {
    isWatching = true;
    while (!closing.signal.aborted && isSilent())
      await wakeSignal.wait(Math.min(checkIntervalMs, msUntilPauseEnds()), closing.signal);
    isWatching = false;
    if (!closing.signal.aborted) onEnd();
  };
  return {
    isSilent,
    watchEnd() {
      if (!isWatching) void watch();
    },
    recheck: () => wakeSignal.notify(),
    close: () => closing.abort(),
  };
}
