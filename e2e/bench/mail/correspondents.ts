import { randomFrom, type Random } from '../../../daemon/demo/random.ts';
import { createVocabulary } from './vocabulary.ts';

export type Correspondent = { name: string; email: string };

export type Correspondents = {
  owner: Correspondent;
  people: readonly Correspondent[];
  /** Mailing lists, by their addresses. */
  lists: readonly string[];
  /** A correspondent; the first ones write most. */
  randomPerson(random: Random): Correspondent;
};

const hostCount = 400;

/** The correspondents of a synthetic mailbox: 3,000 people at 400 hosts, and 40 lists. */
export function createCorrespondents(seed: number): Correspondents {
  const random = randomFrom(seed);
  const { words } = createVocabulary({ seed: seed + 1, size: 4_000 });
  const name = () =>
    words[400 + random.below(words.length - 400)]?.normalize('NFD').replaceAll(/\P{ASCII}/gu, '') ?? '';
  const hostNames = Array.from({ length: hostCount }, (_, i) => `${name()}${i}.example`);
  const people = Array.from({ length: 3_000 }, (_, i) => {
    const [first, last] = [name(), name()];
    return { name: `${capital(first)} ${capital(last)}`, email: `${first}.${last}${i}@${random.pick(hostNames)}` };
  });
  return {
    owner: { name: 'Owner', email: 'owner@posthorn.example' },
    people,
    lists: Array.from({ length: 40 }, (_, i) => `${name()}-${i}@lists.${random.pick(hostNames)}`),
    randomPerson: ({ fraction }) =>
      people[Math.floor(Math.exp(fraction() * Math.log(people.length + 1))) - 1] as Correspondent,
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
