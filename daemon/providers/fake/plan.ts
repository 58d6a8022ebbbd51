import { mixed, randomFrom } from './random.ts';
import type { Random } from './random.ts';
import { slot } from './folders.ts';
import type { Flavour } from './folders.ts';
import { agesOf, endOfStory } from './calendar.ts';
import { drawnFlags } from './flags.ts';

/** What a message is about to be. `scene` is written by hand; the others by the writers in `bulk/`. */
export const kinds = [
  'scene',
  'people',
  'newsletter',
  'alert',
  'promotion',
  'receipt',
  'shipment',
  'invite',
  'list',
  'spam',
  'draft',
  'foreign',
] as const;
export type Kind = (typeof kinds)[number];

/** Where a scene goes and when: the part of it the plan needs. */
export type ScenePlan = { age: number; folder: number; flags: number };

/**
 * Which messages there are, as columns of small numbers: a message is an index, its bytes are written when asked for.
 * A story is a conversation or a single mail; its messages have following indexes.
 */
export type Plan = {
  count: number;
  /** Seconds before the anchor. */
  age: Uint32Array;
  folder: Uint8Array;
  flags: Uint8Array;
  story: Uint32Array;
  storyStart: Uint32Array;
  storyKind: Uint8Array;
  /** The messages of each folder, oldest first. */
  folders: Uint32Array[];
};

const shares: Record<Flavour, [Kind, number][]> = {
  personal: [
    ['people', 26],
    ['foreign', 4],
    ['newsletter', 20],
    ['alert', 8],
    ['promotion', 13],
    ['receipt', 8],
    ['shipment', 7],
    ['invite', 4],
    ['list', 5],
    ['spam', 5],
  ],
  work: [
    ['people', 28],
    ['foreign', 3],
    ['newsletter', 10],
    ['alert', 30],
    ['promotion', 4],
    ['receipt', 6],
    ['shipment', 2],
    ['invite', 8],
    ['list', 6],
    ['spam', 3],
  ],
};

const drafts = 8;

type Wanted = { seed: number; count: number; anchor: number; flavour: Flavour; scenes: ScenePlan[] };

/** Decides every message's kind, age, folder and flags; nothing is written. Yields where the work may be put aside. */
export function* planOf(input: Wanted): Generator<void, Plan> {
  const { seed, count, anchor, flavour } = input;
  const scenes = input.scenes.slice(0, count);
  const age = new Uint32Array(count);
  const folder = new Uint8Array(count);
  const flags = new Uint8Array(count);
  const story = new Uint32Array(count);
  const storyStart = new Uint32Array(count + 1);
  const storyKind = new Uint8Array(count);

  let next = 0;
  let stories = 0;
  const begin = (kind: Kind) => {
    storyStart[stories] = next;
    storyKind[stories] = kinds.indexOf(kind);
    return stories++;
  };
  const add = (of: number, facts: ScenePlan) => {
    [age[next], folder[next], flags[next], story[next]] = [facts.age, facts.folder, facts.flags, of];
    next++;
  };

  for (const scene of scenes) add(begin('scene'), scene);
  while (next < count) {
    if (stories % 64 === 0) yield;
    const random = randomFrom(mixed(seed, stories, 1));
    const kind = stories < scenes.length + drafts ? 'draft' : kindOf(random, flavour);
    const length = Math.min(lengthOf(random, kind), count - next);
    const ages = agesOf(random, endOfStory(random, kind, flavour, anchor), length, anchor);
    const home = homeOf(random, kind, ages[length - 1] ?? 0, flavour);
    const mine = ownTurns(random, kind, length);
    const of = begin(kind);
    for (let turn = 0; turn < length; turn++) {
      const own = mine[turn] === true;
      add(of, {
        age: ages[turn] ?? 0,
        folder: own ? slot.sent : home,
        flags: drawnFlags(random, {
          kind,
          own,
          age: ages[turn] ?? 0,
          answered: mine[turn + 1] === true,
          hasReply: mine.includes(true, turn + 1),
        }),
      });
    }
  }
  storyStart[stories] = count;
  yield;
  return {
    count,
    age,
    folder,
    flags,
    story,
    storyStart: storyStart.slice(0, stories + 1),
    storyKind: storyKind.slice(0, stories),
    folders: byFolder(age, folder),
  };
}

function kindOf(random: Random, flavour: Flavour): Kind {
  const list = shares[flavour];
  let left = random.below(list.reduce((sum, [, share]) => sum + share, 0));
  for (const [kind, share] of list) if ((left -= share) < 0) return kind;
  return 'people';
}

function lengthOf(random: Random, kind: Kind): number {
  if (kind === 'foreign') return random.between(1, 3);
  if (kind !== 'people' && kind !== 'list') return 1;
  if (random.chance(0.2)) return 1;
  return 2 + Math.floor(11 * random.next() ** 2.6);
}

/** Whose turn it is: the owner answers often, never twice in a row, and sometimes begins. */
function ownTurns(random: Random, kind: Kind, length: number): boolean[] {
  const share = { people: 0.55, foreign: 0.5, list: 0.12 }[kind as string] ?? 0;
  const turns: boolean[] = [];
  for (let turn = 0; turn < length; turn++) {
    const wants = random.chance(turn === 0 ? share / 4 : share);
    turns.push(wants && turns[turn - 1] !== true);
  }
  return turns;
}

function homeOf(random: Random, kind: Kind, age: number, flavour: Flavour): number {
  if (kind === 'spam') return slot.junk;
  if (kind === 'draft') return slot.drafts;
  const month = 30 * 86_400;
  const chance = random.next();
  if (chance < 0.03 && age < 6 * month) return slot.trash;
  const filed = filedUnder(random, kind, flavour);
  if (filed !== undefined && chance < (age < month ? 0.3 : 0.75)) return filed;
  if (age < month) return chance < 0.9 ? slot.inbox : slot.archive;
  return chance < 0.3 ? slot.inbox : slot.archive;
}

function filedUnder(random: Random, kind: Kind, flavour: Flavour): number | undefined {
  if (kind === 'list') return flavour === 'personal' ? slot.first : undefined;
  if (kind === 'receipt') return random.chance(0.4) ? (flavour === 'personal' ? slot.third : slot.second) : undefined;
  if (kind === 'people') return random.chance(0.15) ? (flavour === 'personal' ? slot.second : slot.first) : undefined;
  return undefined;
}

/** Sorts by age within each folder, oldest first. Age and index share one number, for sorting numbers is quick. */
function byFolder(age: Uint32Array, folder: Uint8Array): Uint32Array[] {
  const room = 2 ** 20;
  const oldest = 2 ** 32;
  const keys = new Float64Array(age.length);
  for (let index = 0; index < age.length; index++) keys[index] = (oldest - (age[index] ?? 0)) * room + index;
  keys.sort();
  const sizes = new Uint32Array(16);
  for (const which of folder) sizes[which] = (sizes[which] ?? 0) + 1;
  const lists = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(16);
  for (const key of keys) {
    const index = key % room;
    const which = folder[index] ?? 0;
    const list = lists[which];
    const at = filled[which] ?? 0;
    if (list) list[at] = index;
    filled[which] = at + 1;
  }
  return lists;
}
