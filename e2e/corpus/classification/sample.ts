import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { corpusFile } from '../../corpus.ts';
import { isListAddress, parsedFile } from './private-copy.ts';

/** The draws that the labels belong to. Another seed draws other messages, which have no labels. */
const sampleSeed = 'posthorn-classification-1';
const thirdSeed = 'posthorn-classification-3';
const fourthSeed = 'posthorn-classification-4';

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

/**
 * The numbers of messages of the third sample. Of the mailbox few messages are left, so the personal mail is private copies of posts,
 * which are of today, and the example mail of MIME suites, which people wrote to each other or to a help desk.
 */
const thirdQuotas: Record<string, number> = {
  'mail-dev/enron-skilling': 9,
  'mail-dev/list-btrfs': 5,
  'mail-dev/list-openbmc': 5,
  'mail-dev/list-usrp-users': 6,
  'mail-dev/phishing_pot': 80,
  'mail-dev/spamassassin-easy-ham': 20,
  'mail-dev/spamassassin-hard-ham': 30,
  'mail-dev/spamassassin-spam': 35,
  'mime/enmime': 3,
  'mime/notmuch-corpora': 5,
  'mime/redmine-mail-handler': 10,
  'mime/ruby-mail': 12,
};

/**
 * The numbers of messages of the fourth sample, as in the third where enough are left. The mailbox has no received mail left, so what its
 * owner sent is taken as the recipient has received it.
 */
const fourthQuotas: Record<string, number> = {
  'auth/mailauth': 4,
  'mail-dev/enron-skilling': 13,
  'mail-dev/list-btrfs': 5,
  'mail-dev/list-openbmc': 5,
  'mail-dev/list-usrp-users': 6,
  'mail-dev/phishing_pot': 90,
  'mail-dev/spamassassin-easy-ham': 40,
  'mail-dev/spamassassin-hard-ham': 18,
  'mail-dev/spamassassin-spam': 9,
  'mime/enmime': 3,
  'mime/notmuch-corpora': 5,
  'mime/redmine-mail-handler': 10,
  'mime/ruby-mail': 12,
};

/** The numbers of private copies in the third sample and in the fourth; see `privateCopyOf`. */
const privateQuotas: Record<string, number> = {
  'mail-dev/list-btrfs': 25,
  'mail-dev/list-openbmc': 30,
  'mail-dev/list-usrp-users': 25,
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
    const ordered = inRandomOrder(receivedOf(set), sampleSeed);
    return (sample === 'first' ? ordered.slice(0, first) : ordered.slice(first, first + second)).toSorted();
  });
}

type MixedSample = { asReceived: string[]; privateCopies: string[] };

/**
 * Draws the 300 messages of the third sample: messages as they are, and posts of which the private copies are taken. No message is in
 * one of the earlier samples.
 */
export function drawThirdSample(): MixedSample {
  const earlier = [...drawSample('first'), ...drawSample('second')];
  return drawMixedSample(thirdSeed, thirdQuotas, { earlier, candidates: receivedOf });
}

/** Draws the 300 messages of the fourth sample, in the same way. */
export function drawFourthSample(): MixedSample {
  const { asReceived, privateCopies } = drawThirdSample();
  const earlier = [...drawSample('first'), ...drawSample('second'), ...asReceived, ...privateCopies];
  return drawMixedSample(fourthSeed, fourthQuotas, { earlier, candidates: withoutCopies });
}

function drawMixedSample(
  seed: string,
  numbers: Record<string, number>,
  { earlier, candidates }: { earlier: readonly string[]; candidates: (set: string) => string[] },
): MixedSample {
  const known = new Set(earlier.map(identityOf));
  const draw = (set: string, name: string, isDrawn: (path: string) => boolean, count: number) => {
    const drawn: string[] = [];
    for (const path of inRandomOrder(candidates(set), `${seed} ${name}`)) {
      if (drawn.length === count) break;
      if (!known.has(identityOf(path)) && isDrawn(path)) drawn.push(path);
    }
    return drawn;
  };
  const asReceived = Object.entries(numbers).flatMap(([set, count]) =>
    draw(set, 'as received', hasSender, count).toSorted(),
  );
  const taken = new Set(asReceived);
  const privateCopies = Object.entries(privateQuotas).flatMap(([set, count]) =>
    draw(set, 'private', (path) => !taken.has(path) && isBetweenPeople(path), count).toSorted(),
  );
  return { asReceived, privateCopies };
}

/** The first of several copies of each message that the owner of the mailbox has not sent. */
function receivedOf(set: string): string[] {
  const owners = new Set(ownersOf[set]);
  return withoutCopies(set).filter((path) => !owners.has(identityOf(path).split('\n', 1)[0] as string));
}

/** The first of several copies of each message. */
function withoutCopies(set: string): string[] {
  const seen = new Set<string>();
  return filesOf(set).filter((path) => {
    const key = identityOf(path);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

const identities = new Map<string, string>();

/** What the copies of a message have in common: sender, subject and date. */
function identityOf(path: string): string {
  const known = identities.get(path);
  if (known !== undefined) return known;
  const { from, subject, date } = parsedFile(path);
  const identity = [from.email.toLowerCase(), subject, date].join('\n');
  identities.set(path, identity);
  return identity;
}

/** Sets for parsers contain parts of messages, too, which have no sender. */
function hasSender(path: string): boolean {
  return parsedFile(path).from.email !== '';
}

/** Whether a post is from a person, whose address the list has not replaced, and names a person as its first recipient. */
function isBetweenPeople(path: string): boolean {
  const { from, to } = parsedFile(path);
  const [first] = to;
  return first !== undefined && first.email !== '' && ![from, first].some(({ email }) => isListAddress(email));
}

/** The half whose labels are held back until the rules are final. */
export function isHeldBack(path: string): boolean {
  return rankOf(`half ${path}`, sampleSeed) % 2 === 1;
}

/** Sorts by a hash of the seed and the path, which is a random order that does not depend on the other files. */
function inRandomOrder(paths: readonly string[], seed: string): string[] {
  return paths.toSorted((one, other) => rankOf(one, seed) - rankOf(other, seed));
}

function rankOf(text: string, seed: string): number {
  return createHash('sha256').update(`${seed}\n${text}`).digest().readUIntBE(0, 6);
}
