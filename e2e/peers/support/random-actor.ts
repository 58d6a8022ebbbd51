import type { Random } from '../../../daemon/demo/random.ts';
import { sql, type ReadDb } from '../../../daemon/store/db.ts';
import { RefusedRequestError, type DaemonProcess } from '../../daemon-process.ts';

/** A simulated user who makes random changes to mail in Posthorn. */
export type RandomActor = {
  /** Makes a change to the mail in the store. */
  act(daemon: DaemonClient): Promise<ActionResult>;
  undo(daemon: DaemonClient, mutation_id: string): Promise<ActionResult>;
};

/** The action; without `mutation_id` it was refused, and `what` says why. */
export type ActionResult = { description: string; mutation_id?: string; undoable: boolean; skipped: number };

type DaemonClient = Pick<DaemonProcess, 'ask'>;

type Target = { message_ids: string[] } | { thread_ids: string[] } | { query: string };
type ActionContext = { random: Random; folders: readonly string[]; message: string };

/** The frequency of each kind of action. */
const actionWeights: Record<keyof typeof actions, number> = {
  archive: 10,
  trash: 6,
  spam: 3,
  star: 10,
  read: 10,
  readAndArchive: 6,
  label: 10,
  unlabel: 6,
  relabel: 5,
  move: 10,
  moveIntoInbox: 8,
  route: 4,
  flags: 6,
};

/** `reader` is a connection to the store, which stays open while daemons start and stop. */
export function randomActor(reader: ReadDb, random: Random): RandomActor {
  const kinds = Object.entries(actionWeights).flatMap(([kind, weight]) =>
    Array<keyof typeof actions>(weight).fill(kind as keyof typeof actions),
  );
  return {
    async act(daemon) {
      const kind = random.pick(kinds);
      const messages = messagesIn(reader);
      const { message_id: message } = random.pick(messages);
      const { target, description } = randomTarget(random, messages);
      return runAction(`${kind} ${description}`, () =>
        actions[kind](daemon, target, { random, folders: foldersIn(reader), message }),
      );
    },
    undo: (daemon, mutation_id) =>
      runAction(`undo ${mutation_id}`, () => daemon.ask('mutations.undo', { mutation_id })),
  };
}

const actions = {
  archive: ({ ask }: DaemonClient, target: Target) => ask('mutations.archive', target),
  trash: ({ ask }: DaemonClient, target: Target) => ask('mutations.trash', target),
  spam: ({ ask }: DaemonClient, target: Target) => ask('mutations.spam', target),
  star: ({ ask }: DaemonClient, target: Target, { random }: ActionContext) =>
    ask('mutations.star', { ...target, starred: random.chance(0.6) }),
  read: ({ ask }: DaemonClient, target: Target, { random }: ActionContext) =>
    ask('mutations.read', { ...target, read: random.chance(0.5) }),
  readAndArchive: ({ ask }: DaemonClient, target: Target) => ask('mutations.readAndArchive', target),
  label: ({ ask }: DaemonClient, target: Target, { random, folders }: ActionContext) =>
    ask('mutations.labels', { ...target, add: [random.pick([...folders, 'STARRED', 'UNREAD'])], remove: [] }),
  unlabel: ({ ask }: DaemonClient, target: Target, { random, folders }: ActionContext) =>
    ask('mutations.labels', { ...target, add: [], remove: [random.pick(folders), random.pick(folders)] }),
  relabel: ({ ask }: DaemonClient, target: Target, { random, folders }: ActionContext) =>
    ask('mutations.labels', { ...target, add: [random.pick(folders)], remove: [random.pick(folders), 'INBOX'] }),
  move: ({ ask }: DaemonClient, target: Target, { random, folders }: ActionContext) =>
    ask('mutations.move', { ...target, target_label: random.pick(folders) }),
  moveIntoInbox: ({ ask }: DaemonClient, target: Target) => ask('mutations.move', { ...target, target_label: 'INBOX' }),
  route: ({ ask }: DaemonClient, target: Target, { random, folders }: ActionContext) =>
    ask('mutations.route', {
      ...target,
      to_label: random.pick(folders),
      from_queue_label: random.pick(folders),
      archive: random.chance(0.5),
    }),
  flags: ({ ask }: DaemonClient, _: Target, { random, message }: ActionContext) =>
    ask('mutations.flags', { message_id: message, flags: random.below(4) }),
};

type MutationReply = { result: { mutation_id: string | null; undoable: boolean; skipped: number } };

/** A concurrent change can leave nothing to do; these are the answers for that. */
async function runAction(description: string, ask: () => Promise<MutationReply>): Promise<ActionResult> {
  try {
    const { mutation_id, undoable, skipped } = (await ask()).result;
    return { description, undoable, skipped, ...(mutation_id !== null && { mutation_id }) };
  } catch (error) {
    if (!(error instanceof RefusedRequestError) || ![404, 409].includes(error.status)) throw error;
    return { description: `${description}: ${error.message}`, undoable: false, skipped: 0 };
  }
}

type MessageRow = { message_id: string; thread_id: string; subject: string };

function messagesIn(db: ReadDb): MessageRow[] {
  return db.all<MessageRow>(sql`
    SELECT m.message_id, t.thread_id, m.subject FROM messages m JOIN threads t ON t.id = m.thread ORDER BY m.sort_key`);
}

function foldersIn(db: ReadDb): string[] {
  return db
    .all<{ path: string }>(
      sql`
      SELECT provider_id AS path FROM labels
      WHERE synthetic = 0 AND selectable = 1 AND pending IS NULL AND coalesce(role, '') NOT IN ('sent', 'drafts')
      ORDER BY id`,
    )
    .map(({ path }) => path);
}

/** A message, several, one conversation or two, or the result of a search. */
function randomTarget(random: Random, messages: readonly MessageRow[]): { target: Target; description: string } {
  const some = (most: number) => Array.from({ length: random.between(1, most) }, () => random.pick(messages));
  const choice = random.fraction();
  if (choice < 0.15) {
    const thread_ids = [...new Set(some(2).map(({ thread_id }) => thread_id))];
    return { target: { thread_ids }, description: `${thread_ids.length} conversations` };
  }
  if (choice < 0.25) {
    const query = queryFor(random.pick(messages));
    return { target: { query }, description: query };
  }
  const message_ids = [...new Set(some(choice < 0.6 ? 1 : 12).map(({ message_id }) => message_id))];
  return { target: { message_ids }, description: `${message_ids.length} messages` };
}

function queryFor({ subject }: MessageRow): string {
  return subject
    .split(' ')
    .slice(0, 2)
    .map((word) => `subject:${word}`)
    .join(' ');
}
