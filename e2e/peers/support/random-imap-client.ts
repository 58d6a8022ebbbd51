import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { randomFrom, type Random } from '../../../daemon/demo/random.ts';
import type { Dovecot, MailUser } from '../../../testing/servers/dovecot.ts';
import { buildMessage } from './test-messages.ts';
import {
  anyFolder,
  deletableFolder,
  folderName,
  newNameFor,
  renamableFolder,
  type FolderChoiceContext,
} from './random-folders.ts';
import { hashOf, openSecondClient } from './second-client.ts';

/** Another mail program that makes random changes to a mailbox, the same for the same seed and mailbox. */
export type RandomImapClient = {
  /** Makes a change, of a given kind if one is named, and describes it. */
  change(kind?: ChangeKind): Promise<string>;
  /** A folder with mail in it, which the server has opened before and this client does not have open now. */
  filledFolder(): Promise<string>;
  open(folder: string): Promise<void>;
  /** The hash of every content that it expunged, or deleted with a folder. */
  readonly removed: ReadonlySet<string>;
  /** The hash of every content that it created. */
  readonly created: ReadonlySet<string>;
  close(): Promise<void>;
};

type ChangeKind = keyof typeof changes;

/** The frequency of each kind of change. */
const changeWeights: Record<ChangeKind, number> = {
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

const flagPool = ['\\Seen', '\\Flagged', '\\Answered', '\\Draft', '\\Deleted', '$Forwarded', 'work', 'later'];

/** `keepsMarked`: sets no \Deleted flag, so that the client only removes messages explicitly and not by closing a folder. */
export async function openRandomImapClient(
  dovecot: Dovecot,
  user: MailUser,
  seed: number,
  { keepsMarked = false } = {},
): Promise<RandomImapClient> {
  const random = randomFrom(seed);
  const kinds = Object.entries(changeWeights).flatMap(([kind, weight]) =>
    Array<ChangeKind>(weight).fill(kind as ChangeKind),
  );
  const own = { appended: 0, removed: new Set<string>(), created: new Set<string>() };
  const usedMarks = flagPool.filter((mark) => !keepsMarked || mark !== '\\Deleted');
  const context: ClientContext = { client: await openSecondClient(dovecot, user), random, flagPool: usedMarks, ...own };
  // A server closes the connection of a client whose open folder is renumbered.
  const reconnect = async () => {
    if (!context.client.usable) context.client = await openSecondClient(dovecot, user);
  };
  return {
    removed: context.removed,
    created: context.created,
    async change(kind = random.pick(kinds)) {
      await reconnect();
      return `${kind}: ${await changes[kind](context).catch(refusalText)}`;
    },
    async filledFolder() {
      await reconnect();
      const { path } = await openNonEmptyFolder(context, anyFolder);
      await logout(context.client);
      return path;
    },
    async open(folder) {
      await reconnect();
      await context.client.mailboxOpen(folder);
    },
    close: async () => {
      if (context.client.usable) await context.client.logout();
    },
  };
}

type ClientContext = FolderChoiceContext & {
  flagPool: readonly string[];
  appended: number;
  removed: Set<string>;
  created: Set<string>;
};

const changes = {
  append: async (context: ClientContext) => appendMessage(context, await anyFolder(context), newMessage(context)),
  appendCopy: withMessages(async (context, messages, from) => {
    const [message] = await fetchAll(context, messages);
    return message?.source ? appendMessage(context, await anyFolder(context), message.source) : `${from} was empty`;
  }),
  flag: withMessages(async ({ client, random, flagPool }, messages) => {
    const flags = [random.pick(flagPool), random.pick(flagPool)];
    assertAccepted(await client.messageFlagsAdd(messages, flags));
    return flags.join(' ');
  }),
  unflag: withMessages(async ({ client, random, flagPool }, messages) => {
    const flag = random.pick(flagPool);
    assertAccepted(await client.messageFlagsRemove(messages, [flag]));
    return flag;
  }),
  move: withMessages(moveTo(anyFolder)),
  moveIntoInbox: withMessages(moveTo(() => 'INBOX')),
  moveOutOfInbox: withMessages(moveTo(anyFolder), () => 'INBOX'),
  copy: withMessages(async (context, messages) => {
    const to = await anyFolder(context);
    assertAccepted(await context.client.messageCopy(messages, to));
    return `to ${to}`;
  }),
  expunge: withMessages(async (context, messages) => {
    // By UID, because another client may remove mail from the folder between the two commands.
    const uids = (await recordRemoved(context, messages)).map(({ uid }) => uid).join(',');
    if (uids) assertAccepted(await context.client.messageDelete(uids, { uid: true }));
    return 'gone';
  }),
  async makeFolder(context: ClientContext) {
    const path = folderName(context);
    await context.client.mailboxCreate(path);
    return appendMessage(context, path, newMessage(context));
  },
  async renameFolder(context: ClientContext) {
    const path = await renamableFolder(context);
    if (path === undefined) return 'there was none';
    const to = await newNameFor(context, path);
    await logout(context.client);
    await context.client.mailboxRename(path, to);
    return `${path} to ${to}`;
  },
  async deleteFolder(context: ClientContext) {
    const path = await deletableFolder(context);
    if (path === undefined) return 'there was none';
    await renameAndDelete(context, path);
    return path;
  },
  async recreateFolder(context: ClientContext) {
    const path = await deletableFolder(context);
    if (path === undefined) return 'there was none';
    const held = await renameAndDelete(context, path);
    const kept = held.slice(0, 20);
    await context.client.mailboxCreate(path);
    for (const { source, flags } of kept) if (source) await context.client.append(path, source, settableFlags(flags));
    return `${path} with ${kept.length} of its ${held.length} messages`;
  },
};

/**
 * Deletes a folder under a name that no other client knows, so that no client adds mail to it between the check and the
 * deletion.
 */
async function renameAndDelete(context: ClientContext, path: string): Promise<FetchMessageObject[]> {
  const { client, random } = context;
  const going = `Going ${random.below(1_000_000)}`;
  await logout(client);
  await client.mailboxRename(path, going);
  const { exists } = await client.mailboxOpen(going);
  const held = exists > 0 ? await recordRemoved(context, '1:*') : [];
  await logout(client);
  await client.mailboxDelete(going);
  return held;
}

type MessageChange = (context: ClientContext, messages: string, from: string) => Promise<string>;
type FolderChoice = (context: ClientContext) => string | Promise<string>;

/** A change to some messages of a folder, which is opened for it. */
function withMessages(change: MessageChange, folder: FolderChoice = anyFolder) {
  return async (context: ClientContext): Promise<string> => {
    const { path, exists } = await openNonEmptyFolder(context, folder);
    const messages = randomSequenceSet(context.random, exists);
    return `${path} ${messages} ${await change(context, messages, path)}`;
  };
}

/** Opens a folder with mail in it: a random one, or INBOX. */
async function openNonEmptyFolder(
  context: ClientContext,
  folder: FolderChoice,
): Promise<{ path: string; exists: number }> {
  for (let tries = 0; tries < 5; tries++) {
    const path = await folder(context);
    const { exists } = await context.client.mailboxOpen(path);
    if (exists > 0) return { path, exists };
  }
  const { path, exists } = await context.client.mailboxOpen('INBOX');
  if (exists === 0) throw new Error('There is no mail left to change.');
  return { path, exists };
}

/** One message, a range, or several single ones, as a sequence set (RFC 9051, section 9). */
function randomSequenceSet(random: Random, exists: number): string {
  const first = random.between(1, exists);
  if (random.chance(0.4)) return String(first);
  if (random.chance(0.6)) return `${first}:${Math.min(exists, first + random.below(20))}`;
  return [...new Set(Array.from({ length: random.between(2, 8) }, () => random.between(1, exists)))].join(',');
}

function moveTo(target: FolderChoice): MessageChange {
  return async (context, messages) => {
    const to = await target(context);
    assertAccepted(await context.client.messageMove(messages, to));
    return `to ${to}`;
  };
}

async function appendMessage(
  { client, random, flagPool, created }: ClientContext,
  path: string,
  bytes: Buffer,
): Promise<string> {
  created.add(hashOf(bytes));
  await client.append(path, bytes, random.chance(0.5) ? ['\\Seen', random.pick(flagPool)] : []);
  return `${bytes.length} bytes into ${path}`;
}

/**
 * A unique message, but one in six has no Message-ID and as many reuse one. There are few sizes, so that messages with the
 * same Message-ID often have the same size too.
 */
function newMessage(context: ClientContext): Buffer {
  const { random } = context;
  const number = ++context.appended;
  const id =
    random.below(6) === 0
      ? undefined
      : `change.${random.below(6) === 0 ? random.below(number) : number}@people.example`;
  const name = String(number).padStart(6, '0');
  return buildMessage({
    ...(id !== undefined && { id }),
    subject: `Change ${name}`,
    text: `Said of ${name}.${' And again.'.repeat(random.below(3))}`,
  });
}

/** Records messages that are about to be removed from the open folder. */
async function recordRemoved(context: ClientContext, messages: string): Promise<FetchMessageObject[]> {
  const going = await fetchAll(context, messages);
  for (const { source } of going) if (source) context.removed.add(hashOf(source));
  return going;
}

async function fetchAll({ client }: ClientContext, messages: string): Promise<FetchMessageObject[]> {
  return client.fetchAll(messages, { source: true, flags: true });
}

function settableFlags(flags: Set<string> = new Set()): string[] {
  return [...flags].filter((flag) => flag !== '\\Recent');
}

/** Some of imapflow's commands return `false` if the server refused them; others throw. */
function assertAccepted(answer: unknown): void {
  if (answer === false) throw Object.assign(new Error('NO'), { responseStatus: 'NO' });
}

/**
 * A change that the server refuses does not count: a copy into a folder that is listed and cannot be opened. A change at
 * which the server closed the connection may or may not be done.
 */
function refusalText(error: Error & { code?: string; responseStatus?: string; responseText?: string }): string {
  if (error.code === 'NoConnection' || error.code === 'EConnectionClosed') return 'the server hung up';
  if (error.responseStatus !== 'NO') throw error;
  return `refused: ${error.responseText ?? error.message}`;
}

async function logout(client: ImapFlow): Promise<void> {
  if (client.mailbox) await client.mailboxClose();
}
