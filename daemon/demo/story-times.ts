import type { Clock } from '../base/clock.ts';
import type { Random } from './random.ts';
import type { MailboxProfile } from './folders.ts';
import type { Kind } from './kinds.ts';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const oldestAgeSeconds = 6 * 365 * daySeconds;

/** Mail written by hand fills the newest two days; the rest of the mailbox is older. */
const newestAgeSeconds = 42 * hourSeconds;

/**
 * The end of a story, in seconds before the anchor (unix seconds). Recent times are more likely than times years ago. People
 * write by day, newsletters come early, and machines send at any time.
 */
export function storyEndAge(random: Random, kind: Kind, profile: MailboxProfile, anchor: number): number {
  const age = newestAgeSeconds + (kind === 'draft' ? 40 * daySeconds : oldestAgeSeconds) * random.fraction() ** 2.1;
  if (kind === 'alert' || kind === 'spam') return Math.floor(age);
  let midnight = Math.floor((anchor - age) / daySeconds) * daySeconds;
  if (profile === 'work' || kind === 'invite') midnight -= daysSinceFriday(midnight) * daySeconds;
  const time = midnight + Math.floor(timeOfDay(random, kind) * hourSeconds) + random.below(60);
  const adjustedAge = anchor - time;
  return adjustedAge < newestAgeSeconds ? adjustedAge + daySeconds : adjustedAge;
}

/** The ages of a story's messages, first to last, the last at `end`. No message is written between midnight and six. */
export function agesOf(random: Random, end: number, length: number, anchor: number): number[] {
  const ages = [end];
  for (let turn = 1; turn < length; turn++) {
    let age = (ages[0] ?? end) + 600 + Math.floor(40 * hourSeconds * random.fraction() ** 2);
    const hourOfDay = Math.floor((anchor - age) / hourSeconds) % 24;
    if (hourOfDay < 6) age += 7 * hourSeconds;
    ages.unshift(age);
  }
  return ages;
}

/** Saturday gives 1, Sunday 2, a working day 0. */
function daysSinceFriday(midnight: number): number {
  const weekday = new Date(midnight * 1000).getUTCDay();
  return weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
}

function timeOfDay(random: Random, kind: Kind): number {
  if (kind === 'newsletter') return 5.5 + 3 * random.fraction();
  if (kind === 'promotion') return 7 + 5 * random.fraction();
  const midMorningToEvening = (random.fraction() + random.fraction()) / 2;
  return 6.5 + 14.5 * midMorningToEvening;
}

/** Unix seconds. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now().getTime() / 1000);
}
