import { localTime } from '../../base/local-time.ts';
import type { Backup } from './backup-folder.ts';

export type Retention = { keep_daily: number; keep_weekly: number; max_bytes: number; zone: string | undefined };

type DatedBackup = Pick<Backup, 'name' | 'made_at' | 'is_sound'>;

const dayMs = 86_400_000;

/** The number of the local day of an instant. */
export function localDay(instant: string, zone: string | undefined): number {
  return Math.floor(localTime(Date.parse(instant), zone) / dayMs);
}

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}

/**
 * The names of the automatic backups that are no longer kept. `backups` are the automatic ones, newest first. Kept are the
 * newest of each of the last days, and of the weeks before these days the newest of each, as far as they fit into
 * `max_bytes`; the newest sound one is always kept. A damaged backup, which may still have what the user needs, is kept
 * until it is older than every sound one. `bytesAdded` gives what a backup takes on the disk beside those that were asked
 * for before.
 */
export function outdatedBackups(
  backups: readonly DatedBackup[],
  { keep_daily, keep_weekly, max_bytes, zone }: Retention,
  bytesAdded: (name: string) => number,
): string[] {
  const sound = backups.filter(({ is_sound }) => is_sound);
  const daily = newestOfEach(sound, ({ made_at }) => localDay(made_at, zone), keep_daily);
  const earlier = sound.filter(({ made_at }) => daily.every((kept) => kept.made_at > made_at));
  const weekly = newestOfEach(earlier, ({ made_at }) => weekOf(localDay(made_at, zone)), keep_weekly);
  const oldest = [...daily, ...weekly].at(-1)?.made_at ?? '';
  const chosen = new Set([...daily, ...weekly].map(({ name }) => name));
  const kept = backups.filter(({ name, is_sound, made_at }) => (is_sound ? chosen.has(name) : made_at > oldest));
  const fitting = new Set(withinBytes(kept, { max_bytes, always: sound[0]?.name }, bytesAdded));
  return backups.map(({ name }) => name).filter((name) => !fitting.has(name));
}

function newestOfEach(backups: readonly DatedBackup[], periodOf: (backup: DatedBackup) => number, most: number) {
  const newest = [...Map.groupBy(backups, periodOf).values()].flatMap(([first]) => first ?? []);
  return newest.slice(0, most);
}

/** The newest that fit. An older backup is not kept in place of a newer one. */
function withinBytes(
  backups: readonly DatedBackup[],
  { max_bytes, always }: { max_bytes: number; always: string | undefined },
  bytesAdded: (name: string) => number,
): string[] {
  // What is always kept is counted first, whichever are newer.
  let bytes = always === undefined ? 0 : bytesAdded(always);
  let isFull = false;
  return backups.flatMap(({ name }) => {
    if (name === always) return name;
    isFull ||= (bytes += bytesAdded(name)) > max_bytes;
    return isFull ? [] : name;
  });
}
