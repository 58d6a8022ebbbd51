import type { Config } from '../../config/schema/schema.ts';
import { localTime } from '../../base/local-time.ts';

/**
 * Whether an instant (unix milliseconds) is within quiet hours in the local time of a zone: from `quiet_from` until
 * just before `quiet_until`, which may be the next morning. Without both times, or if they are equal, there are no
 * quiet hours.
 */
export function isQuietAt(
  { quiet_from, quiet_until }: Pick<Config['notifications'], 'quiet_from' | 'quiet_until'>,
  instant: number,
  zone: string | undefined,
): boolean {
  if (quiet_from === undefined || quiet_until === undefined) return false;
  const timeOfDay = new Date(localTime(instant, zone)).toISOString().slice(11, 16);
  if (quiet_from <= quiet_until) return quiet_from <= timeOfDay && timeOfDay < quiet_until;
  return timeOfDay >= quiet_from || timeOfDay < quiet_until;
}
