import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { parseMessage } from '../../../daemon/mail/mime/parse.ts';
import { corpusFile } from '../../corpus.ts';

/** The draw that the labels belong to. Another seed draws other messages, which have no labels. */
const sampleSeed = 'posthorn-classification-1';

/**
 * The numbers of messages that are drawn from each set for the two samples. The three developer lists are alike and hold nearly
 * half of the corpus, so a draw without quotas would contain too few people to measure anything about them.
 */
const quotas: Record<string, readonly [first: number, second: number]> = {
  'delivery/mail-and-packages': [17, 0],
  'mail-dev/enron-skilling': [214, 150],
  'mail-dev/list-btrfs': [45, 5],
  'mail-dev/list-openbmc': [45, 5],
  'mail-dev/list-usrp-users': [40, 5],
  'mail-dev/phishing_pot': [80, 60],
  'mail-dev/spamassassin-easy-ham': [66, 15],
  'mail-dev/spamassassin-hard-ham': [57, 20],
  'mail-dev/spamassassin-spam': [36, 40],
};

/** The addresses of the person whose mailbox a set is. */
export const ownersOf: Record<string, readonly string[]> = {
  'mail-dev/enron-skilling': ['jeff.skilling@enron.com', 'jskilli@enron.com', 'jeffrey.skilling@enron.com'],
};

/** The set of a file of the corpus, by the path of the file in the corpus. */
export function setOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

/** Files of the set, by their paths in the corpus. */
export function filesOf(set: string): string[] {
  return globSync(`${set}/**/*`, { cwd: corpusFile('.'), withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('_'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(corpusFile('.').length + 1).replaceAll('\\', '/'))
    .toSorted();
}

/**
 * Draws received messages: 600 for the first sample, 300 others for the second. Mail of the mailbox's owner is left out, because only
 * received mail is classified. A message that is in several folders is drawn once, so that no message is in two parts.
 */
export function drawSample(sample: 'first' | 'second'): string[] {
  return Object.entries(quotas).flatMap(([set, [first, second]]) => {
    const owners = new Set(ownersOf[set]);
    const seen = new Set<string>();
    const received = filesOf(set).filter((path) => {
      const { from, subject, date } = parseMessage(readFileSync(corpusFile(path)));
      const key = [from.email, subject, date].join('\n');
      const isDrawn = !owners.has(from.email.toLowerCase()) && !seen.has(key);
      seen.add(key);
      return isDrawn;
    });
    const ordered = inRandomOrder(received);
    return (sample === 'first' ? ordered.slice(0, first) : ordered.slice(first, first + second)).toSorted();
  });
}

/** The half whose labels are held back until the rules are final. */
export function isHeldBack(path: string): boolean {
  return rankOf(`half ${path}`) % 2 === 1;
}

/** Sorts by a hash of the seed and the path, which is a random order that does not depend on the other files. */
function inRandomOrder(paths: readonly string[]): string[] {
  return paths.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf(text: string): number {
  return createHash('sha256').update(`${sampleSeed}\n${text}`).digest().readUIntBE(0, 6);
}
