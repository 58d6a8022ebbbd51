import type { Clock } from '../../base/clock.ts';
import type { Random } from './random.ts';
import type { Flavour } from './folders.ts';
import type { Kind } from './plan.ts';

const hour = 3600;
const day = 24 * hour;
const years = 6 * 365 * day;

/** Mail written by hand fills the newest two days; the rest of the mailbox lies behind it. */
const newest = 42 * hour;

/**
 * How long ago a story ended, in seconds before the anchor (unix seconds): often lately, seldom years ago, people by
 * day, newsletters early, machines whenever.
 */
export function endOfStory(random: Random, kind: Kind, flavour: Flavour, anchor: number): number {
  const age = newest + (kind === 'draft' ? 40 * day : years) * random.next() ** 2.1;
  if (kind === 'alert' || kind === 'spam') return Math.floor(age);
  let midnight = Math.floor((anchor - age) / day) * day;
  if (flavour === 'work' || kind === 'invite') midnight -= daysSinceFriday(midnight) * day;
  const time = midnight + Math.floor(timeOfDay(random, kind) * hour) + random.below(60);
  const settled = anchor - time;
  return settled < newest ? settled + day : settled;
}

/** The ages of a story's messages, first to last, the last at `end`. Nobody answers between midnight and six. */
export function agesOf(random: Random, end: number, length: number, anchor: number): number[] {
  const ages = [end];
  for (let turn = 1; turn < length; turn++) {
    let age = (ages[0] ?? end) + 600 + Math.floor(40 * hour * random.next() ** 2);
    const hourOfDay = Math.floor((anchor - age) / hour) % 24;
    if (hourOfDay < 6) age += 7 * hour;
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
  if (kind === 'newsletter') return 5.5 + 3 * random.next();
  if (kind === 'promotion') return 7 + 5 * random.next();
  const midMorningToEvening = (random.next() + random.next()) / 2;
  return 6.5 + 14.5 * midMorningToEvening;
}

/** Unix seconds. */
export function secondsOf(clock: Clock): number {
  return Math.floor(clock.now().getTime() / 1000);
}
