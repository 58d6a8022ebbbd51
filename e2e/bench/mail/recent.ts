import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Maildir } from './maildir.ts';

/**
 * The number of messages of the newest thirty days of a mailbox, and the start of these days, in milliseconds since 1970.
 */
export type RecentMail = { count: number; since: number };

export function recentMail({ path }: Maildir): RecentMail {
  // The name of a file begins with the second in which its message was received.
  const moments = readdirSync(join(path, 'cur')).map((name) => Number(name.split('.')[0]));
  const newest = moments.reduce((latest, moment) => Math.max(latest, moment), 0);
  const since = newest - 30 * 86_400;
  return { count: moments.filter((moment) => moment >= since).length, since: since * 1000 };
}
