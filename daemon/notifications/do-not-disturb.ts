import { createWakeSignal } from '../base/wake-signal.ts';
import { instantOf } from '../base/clock.ts';
import { notificationsPausedUntil } from '../mail/notifications/pause.ts';
import { isQuietAt } from '../mail/notifications/quiet-hours.ts';
import type { DesktopDeps } from './desktop-deps.ts';

type DoNotDisturb = {
  /** Whether notifications are currently silenced. */
  isSilent(): boolean;
  /** Calls `onEnd` as soon as a silence is over, which may be immediately. */
  watchEnd(): void;
  /** Reports that the settings or a pause have changed. */
  recheck(): void;
  close(): void;
};

/** The check interval of quiet hours, in milliseconds: a computer that slept does not report its wake-up. */
const checkIntervalMs = 60_000;

/** Combines pauses that the user requested with quiet hours. */
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
