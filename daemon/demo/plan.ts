import { mixSeeds, randomFrom } from './random.ts';
import type { Random } from './random.ts';
import { folderIndex } from './folders.ts';
import type { MailboxProfile } from './folders.ts';
import { agesOf, storyEndAge } from './story-times.ts';
import { randomFlags } from './flags.ts';
import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

/** The folder and time of a scene: the part of it that the plan needs. */
export type PlannedMessage = { age: number; folder: number; flags: number };

/**
 * The planned messages, as columns of small numbers. A message is an index, and its bytes are written on request. A story is
 * a conversation or a single message; its messages have consecutive indexes.
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

const kindWeights: Record<MailboxProfile, [Kind, number][]> = {
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

const draftCount = 8;

type PlanOptions = { seed: number; count: number; anchor: number; profile: MailboxProfile; scripted: PlannedMessage[] };

/**
 * Decides every message's kind, age, folder and flags without writing the message. Yields at points where the work may be
 * paused.
 */
export function* generatePlan(input: PlanOptions): Generator<void, Plan> {
  const { seed, count, anchor, profile } = input;
  const scripted = input.scripted.slice(0, count);
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
  const add = (storyIndex: number, facts: PlannedMessage) => {
    [age[next], folder[next], flags[next], story[next]] = [facts.age, facts.folder, facts.flags, storyIndex];
    next++;
  };

  for (const scene of scripted) add(begin('scene'), scene);
  while (next < count) {
    if (stories % 64 === 0) yield;
    const random = randomFrom(mixSeeds(seed, stories, 1));
    const kind = stories < scripted.length + draftCount ? 'draft' : kindOf(random, profile);
    const length = Math.min(lengthOf(random, kind), count - next);
    const ages = agesOf(random, storyEndAge(random, kind, profile, anchor), length, anchor);
    const targetFolder = folderFor(random, kind, ages[length - 1] ?? 0, profile);
    const mine = ownTurns(random, kind, length);
    const storyIndex = begin(kind);
    for (let turn = 0; turn < length; turn++) {
      const own = mine[turn] === true;
      add(storyIndex, {
        age: ages[turn] ?? 0,
        folder: own ? folderIndex.sent : targetFolder,
        flags: randomFlags(random, {
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

function kindOf(random: Random, profile: MailboxProfile): Kind {
  const list = kindWeights[profile];
  let left = random.below(list.reduce((sum, [, share]) => sum + share, 0));
  for (const [kind, share] of list) if ((left -= share) < 0) return kind;
  return 'people';
}

function lengthOf(random: Random, kind: Kind): number {
  if (kind === 'foreign') return random.between(1, 3);
  if (kind !== 'people' && kind !== 'list') return 1;
  if (random.chance(0.2)) return 1;
  return 2 + Math.floor(11 * random.fraction() ** 2.6);
}

/** Whether the owner writes the next message: the owner replies often, never twice in a row, and sometimes begins. */
function ownTurns(random: Random, kind: Kind, length: number): boolean[] {
  const share = { people: 0.55, foreign: 0.5, list: 0.12 }[kind as string] ?? 0;
  const turns: boolean[] = [];
  for (let turn = 0; turn < length; turn++) {
    const wantsTurn = random.chance(turn === 0 ? share / 4 : share);
    turns.push(wantsTurn && turns[turn - 1] !== true);
  }
  return turns;
}

function folderFor(random: Random, kind: Kind, age: number, profile: MailboxProfile): number {
  if (kind === 'spam') return folderIndex.junk;
  if (kind === 'draft') return folderIndex.drafts;
  const month = 30 * 86_400;
  const chance = random.fraction();
  if (chance < 0.03 && age < 6 * month) return folderIndex.trash;
  const filed = userFolderFor(random, kind, profile);
  if (filed !== undefined && chance < (age < month ? 0.3 : 0.75)) return filed;
  if (age < month) return chance < 0.9 ? folderIndex.inbox : folderIndex.archive;
  return chance < 0.3 ? folderIndex.inbox : folderIndex.archive;
}

function userFolderFor(random: Random, kind: Kind, profile: MailboxProfile): number | undefined {
  if (kind === 'list') return profile === 'personal' ? folderIndex.first : undefined;
  if (kind === 'receipt')
    return random.chance(0.4) ? (profile === 'personal' ? folderIndex.third : folderIndex.second) : undefined;
  if (kind === 'people')
    return random.chance(0.15) ? (profile === 'personal' ? folderIndex.second : folderIndex.first) : undefined;
  return undefined;
}

/**
 * Sorts by age within each folder, oldest first. Age and index are packed into one number, because sorting numbers is fast.
 */
function byFolder(age: Uint32Array, folder: Uint8Array): Uint32Array[] {
  const indexRange = 2 ** 20;
  const oldest = 2 ** 32;
  const keys = new Float64Array(age.length);
  for (let index = 0; index < age.length; index++) keys[index] = (oldest - (age[index] ?? 0)) * indexRange + index;
  keys.sort();
  const sizes = new Uint32Array(16);
  for (const which of folder) sizes[which] = (sizes[which] ?? 0) + 1;
  const lists = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(16);
  for (const key of keys) {
    const index = key % indexRange;
    const which = folder[index] ?? 0;
    const list = lists[which];
    const at = filled[which] ?? 0;
    if (list) list[at] = index;
    filled[which] = at + 1;
  }
  return lists;
}
