import { bellWith } from '../base/bell.ts';
import { instantOf } from '../base/clock.ts';
import { pausedUntil } from '../mail/pause.ts';
import { isQuietAt } from '../mail/quiet-hours.ts';
import type { DeskParts } from './open-desk.ts';

export type Silence = {
  /** Whether nothing is to be shown now. */
  isSilent(): boolean;
  /** Calls `onEnd` as soon as a silence is over, which may be now. */
  await(): void;
  /** The settings or a pause have changed. */
  look(): void;
  close(): void;
};

/** Quiet hours are looked at this often, in milliseconds: a computer that slept does not say when it woke. */
const lookEvery = 60_000;

/** The pauses a person asked for, and quiet hours. */
export function openSilence(
  { read, clock, config, zone }: Pick<DeskParts, 'read' | 'clock' | 'config' | 'zone'>,
  onEnd: () => void,
): Silence {
  const bell = bellWith(clock);
  const ending = new AbortController();
  let isAwaited = false;

  const isSilent = () => {
    const now = clock.now();
    return pausedUntil(read, instantOf(now)) !== null || isQuietAt(config.current.notifications, now.getTime(), zone);
  };
  const untilPauseEnds = () => {
    const now = clock.now();
    const until = pausedUntil(read, instantOf(now));
    return until === null ? lookEvery : Date.parse(until) - now.getTime();
  };
  const wait = async () => {
    isAwaited = true;
    while (!ending.signal.aborted && isSilent()) await bell.wait(Math.min(lookEvery, untilPauseEnds()), ending.signal);
    isAwaited = false;
    if (!ending.signal.aborted) onEnd();
  };
  return {
    isSilent,
    await() {
      if (!isAwaited) void wait();
    },
    look: () => bell.ring(),
    close: () => ending.abort(),
  };
}
