import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { randomFrom, type Random } from '../../daemon/providers/fake/random.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';
import { letter } from './letters.ts';
import { anyFolder, deletableFolder, folderName, newNameFor, renamableFolder, type Chooser } from './random-folders.ts';
import { hashOf, openSecondClient } from './second-client.ts';

/** Another mail program that does to a mailbox whatever comes to its mind, the same for the same seed and mailbox. */
export type RandomClient = {
  /** Makes a change, of this kind where one is named, and says what it did. */
  change(kind?: Change): Promise<string>;
  /** A folder with mail in it, which the server has opened before and this client has not open now. */
  filledFolder(): Promise<string>;
  open(folder: string): Promise<void>;
  /** Of every content that it expunged somewhere, or deleted with a folder, the hash. */
  readonly removed: ReadonlySet<string>;
  /** Of every content that it made. */
  readonly made: ReadonlySet<string>;
  close(): Promise<void>;
};

export type Change = keyof typeof changes;

/** How often each kind of change is made. */
const weights: Record<Change, number> = {
  append: 12,
  appendCopy: 6,
  flag: 16,
  unflag: 12,
  move: 16,
  moveIntoInbox: 5,
  moveOutOfInbox: 7,
  copy: 10,
  expunge: 10,
  makeFolder: 2,
  renameFolder: 2,
  deleteFolder: 1,
  recreateFolder: 1,
};

const marks = ['\\Seen', '\\Flagged', '\\Answered', '\\Draft', '\\Deleted', '$Forwarded', 'work', 'later'];

/** `keepsMarked`: marks nothing as deleted, so that what goes is what it removes and nothing that is closed with a folder. */
export async function openRandomClient(
  dovecot: Dovecot,
  user: MailUser,
  seed: number,
  { keepsMarked = false } = {},
): Promise<RandomClient> {
  const random = randomFrom(seed);
  const kinds = Object.entries(weights).flatMap(([kind, weight]) => Array<Change>(weight).fill(kind as Change));
  const own = { appended: 0, removed: new Set<string>(), made: new Set<string>() };
  const usedMarks = marks.filter((mark) => !keepsMarked || mark !== '\\Deleted');
  const hand: Hand = { client: await openSecondClient(dovecot, user), random, marks: usedMarks, ...own };
  // A server hangs up on who has a folder open that is numbered anew.
  const reconnect = async () => {
    if (!hand.client.usable) hand.client = await openSecondClient(dovecot, user);
  };
  return {
    removed: hand.removed,
    made: hand.made,
    async change(kind = random.pick(kinds)) {
      await reconnect();
      return `${kind}: ${await changes[kind](hand).catch(refusal)}`;
    },
    async filledFolder() {
      await reconnect();
      const { path } = await openFilled(hand, anyFolder);
      await leave(hand.client);
      return path;
    },
    async open(folder) {
      await reconnect();
      await hand.client.mailboxOpen(folder);
    },
    close: async () => {
      if (hand.client.usable) await hand.client.logout();
    },
  };
}

type Hand = Chooser & { marks: readonly string[]; appended: number; removed: Set<string>; made: Set<string> };

const changes = {
  append: async (hand: Hand) => put(hand, await anyFolder(hand), newLetter(hand)),
  appendCopy: withSome(async (hand, messages, from) => {
    const [message] = await fetchAll(hand, messages);
    return message?.source ? put(hand, await anyFolder(hand), message.source) : `${from} was empty`;
  }),
  flag: withSome(async ({ client, random, marks }, messages) => {
    const flags = [random.pick(marks), random.pick(marks)];
    accepted(await client.messageFlagsAdd(messages, flags));
    return flags.join(' ');
  }),
  unflag: withSome(async ({ client, random, marks }, messages) => {
    const flag = random.pick(marks);
    accepted(await client.messageFlagsRemove(messages, [flag]));
    return flag;
  }),
  move: withSome(moveTo(anyFolder)),
  moveIntoInbox: withSome(moveTo(() => 'INBOX')),
  moveOutOfInbox: withSome(moveTo(anyFolder), () => 'INBOX'),
  copy: withSome(async (hand, messages) => {
    const to = await anyFolder(hand);
    accepted(await hand.client.messageCopy(messages, to));
    return `to ${to}`;
  }),
  expunge: withSome(async (hand, messages) => {
    // By UID, for another program may take mail out of the folder between the two commands.
    const uids = (await noteRemoved(hand, messages)).map(({ uid }) => uid).join(',');
    if (uids) accepted(await hand.client.messageDelete(uids, { uid: true }));
    return 'gone';
  }),
  async makeFolder(hand: Hand) {
    const path = folderName(hand);
    await hand.client.mailboxCreate(path);
    return put(hand, path, newLetter(hand));
  },
  async renameFolder(hand: Hand) {
    const path = await renamableFolder(hand);
    if (path === undefined) return 'there was none';
    const to = await newNameFor(hand, path);
    await leave(hand.client);
    await hand.client.mailboxRename(path, to);
    return `${path} to ${to}`;
  },
  async deleteFolder(hand: Hand) {
    const path = await deletableFolder(hand);
    if (path === undefined) return 'there was none';
    await takeAway(hand, path);
    return path;
  },
  async recreateFolder(hand: Hand) {
    const path = await deletableFolder(hand);
    if (path === undefined) return 'there was none';
    const held = await takeAway(hand, path);
    const kept = held.slice(0, 20);
    await hand.client.mailboxCreate(path);
    for (const { source, flags } of kept) if (source) await hand.client.append(path, source, storable(flags));
    return `${path} with ${kept.length} of its ${held.length} messages`;
  },
};

/** Deletes a folder, under a name that nobody else knows, so that nobody puts mail into it between the look and the end. */
async function takeAway(hand: Hand, path: string): Promise<FetchMessageObject[]> {
  const { client, random } = hand;
  const going = `Going ${random.below(1_000_000)}`;
  await leave(client);
  await client.mailboxRename(path, going);
  const { exists } = await client.mailboxOpen(going);
  const held = exists > 0 ? await noteRemoved(hand, '1:*') : [];
  await leave(client);
  await client.mailboxDelete(going);
  return held;
}

type MessageChange = (hand: Hand, messages: string, from: string) => Promise<string>;
type FolderChoice = (hand: Hand) => string | Promise<string>;

/** A change to some messages of a folder, which is opened for it. */
function withSome(act: MessageChange, folder: FolderChoice = anyFolder) {
  return async (hand: Hand): Promise<string> => {
    const { path, exists } = await openFilled(hand, folder);
    const messages = someOf(hand.random, exists);
    return `${path} ${messages} ${await act(hand, messages, path)}`;
  };
}

/** Opens a folder with mail in it: one of choice, or INBOX. */
async function openFilled(hand: Hand, folder: FolderChoice): Promise<{ path: string; exists: number }> {
  for (let tries = 0; tries < 5; tries++) {
    const path = await folder(hand);
    const { exists } = await hand.client.mailboxOpen(path);
    if (exists > 0) return { path, exists };
  }
  const { path, exists } = await hand.client.mailboxOpen('INBOX');
  if (exists === 0) throw new Error('There is no mail left to change.');
  return { path, exists };
}

/** One message, a few in a row, or a few here and there, as a sequence set (RFC 9051, section 9). */
function someOf(random: Random, exists: number): string {
  const first = random.between(1, exists);
  if (random.chance(0.4)) return String(first);
  if (random.chance(0.6)) return `${first}:${Math.min(exists, first + random.below(20))}`;
  return [...new Set(Array.from({ length: random.between(2, 8) }, () => random.between(1, exists)))].join(',');
}

function moveTo(target: FolderChoice): MessageChange {
  return async (hand, messages) => {
    const to = await target(hand);
    accepted(await hand.client.messageMove(messages, to));
    return `to ${to}`;
  };
}

async function put({ client, random, marks, made }: Hand, path: string, bytes: Buffer): Promise<string> {
  made.add(hashOf(bytes));
  await client.append(path, bytes, random.chance(0.5) ? ['\\Seen', random.pick(marks)] : []);
  return `${bytes.length} bytes into ${path}`;
}

/**
 * A letter like no other, though one in six has no Message-ID and as many have one that was used before. Their sizes
 * are few, so that letters of one Message-ID are often of one size too.
 */
function newLetter(hand: Hand): Buffer {
  const { random } = hand;
  const number = ++hand.appended;
  const id =
    random.below(6) === 0
      ? undefined
      : `change.${random.below(6) === 0 ? random.below(number) : number}@people.example`;
  const name = String(number).padStart(6, '0');
  return letter({
    ...(id !== undefined && { id }),
    subject: `Change ${name}`,
    text: `Said of ${name}.${' And again.'.repeat(random.below(3))}`,
  });
}

/** What is about to go from the open folder. */
async function noteRemoved(hand: Hand, messages: string): Promise<FetchMessageObject[]> {
  const going = await fetchAll(hand, messages);
  for (const { source } of going) if (source) hand.removed.add(hashOf(source));
  return going;
}

async function fetchAll({ client }: Hand, messages: string): Promise<FetchMessageObject[]> {
  return client.fetchAll(messages, { source: true, flags: true });
}

function storable(flags: Set<string> = new Set()): string[] {
  return [...flags].filter((flag) => flag !== '\\Recent');
}

/** Some of imapflow's commands answer `false` where the server refused them; others throw. */
function accepted(answer: unknown): void {
  if (answer === false) throw Object.assign(new Error('NO'), { responseStatus: 'NO' });
}

/**
 * A change that the server refuses is none: a copy into a folder that is listed and cannot be opened. One at which it hung
 * up is done or not.
 */
function refusal(error: Error & { code?: string; responseStatus?: string; responseText?: string }): string {
  if (error.code === 'NoConnection' || error.code === 'EConnectionClosed') return 'the server hung up';
  if (error.responseStatus !== 'NO') throw error;
  return `refused: ${error.responseText ?? error.message}`;
}

async function leave(client: ImapFlow): Promise<void> {
  if (client.mailbox) await client.mailboxClose();
}
