import type { Random } from '../../daemon/providers/fake/random.ts';
import { sql, type ReadDb } from '../../daemon/store/db.ts';
import { RefusedAsk, type DaemonProcess } from '../process.ts';

/** Somebody who does to mail, in Posthorn, whatever comes to their mind. */
export type RandomActor = {
  /** Acts on what the store shows. */
  act(daemon: Asking): Promise<Deed>;
  undo(daemon: Asking, mutation_id: string): Promise<Deed>;
};

/** What was done; without `mutation_id` it was refused, and `what` says why. */
export type Deed = { what: string; mutation_id?: string; undoable: boolean; skipped: number };

type Asking = Pick<DaemonProcess, 'ask'>;

type Target = { message_ids: string[] } | { thread_ids: string[] } | { query: string };
type Hand = { random: Random; folders: readonly string[]; message: string };

/** How often each kind of thing is done. */
const weights: Record<keyof typeof deeds, number> = {
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

/** `reader` is a connection to the store, which may be open while daemons come and go. */
export function randomActor(reader: ReadDb, random: Random): RandomActor {
  const kinds = Object.entries(weights).flatMap(([kind, weight]) =>
    Array<keyof typeof deeds>(weight).fill(kind as keyof typeof deeds),
  );
  return {
    async act(daemon) {
      const kind = random.pick(kinds);
      const messages = messagesIn(reader);
      const { message_id: message } = random.pick(messages);
      const { target, words } = targetOf(random, messages);
      return answered(`${kind} ${words}`, () =>
        deeds[kind](daemon, target, { random, folders: foldersIn(reader), message }),
      );
    },
    undo: (daemon, mutation_id) => answered(`undo ${mutation_id}`, () => daemon.ask('mutations.undo', { mutation_id })),
  };
}

const deeds = {
  archive: ({ ask }: Asking, target: Target) => ask('mutations.archive', target),
  trash: ({ ask }: Asking, target: Target) => ask('mutations.trash', target),
  spam: ({ ask }: Asking, target: Target) => ask('mutations.spam', target),
  star: ({ ask }: Asking, target: Target, { random }: Hand) =>
    ask('mutations.star', { ...target, starred: random.chance(0.6) }),
  read: ({ ask }: Asking, target: Target, { random }: Hand) =>
    ask('mutations.read', { ...target, read: random.chance(0.5) }),
  readAndArchive: ({ ask }: Asking, target: Target) => ask('mutations.readAndArchive', target),
  label: ({ ask }: Asking, target: Target, { random, folders }: Hand) =>
    ask('mutations.labels', { ...target, add: [random.pick([...folders, 'STARRED', 'UNREAD'])], remove: [] }),
  unlabel: ({ ask }: Asking, target: Target, { random, folders }: Hand) =>
    ask('mutations.labels', { ...target, add: [], remove: [random.pick(folders), random.pick(folders)] }),
  relabel: ({ ask }: Asking, target: Target, { random, folders }: Hand) =>
    ask('mutations.labels', { ...target, add: [random.pick(folders)], remove: [random.pick(folders), 'INBOX'] }),
  move: ({ ask }: Asking, target: Target, { random, folders }: Hand) =>
    ask('mutations.move', { ...target, target_label: random.pick(folders) }),
  moveIntoInbox: ({ ask }: Asking, target: Target) => ask('mutations.move', { ...target, target_label: 'INBOX' }),
  route: ({ ask }: Asking, target: Target, { random, folders }: Hand) =>
    ask('mutations.route', {
      ...target,
      to_label: random.pick(folders),
      from_queue_label: random.pick(folders),
      archive: random.chance(0.5),
    }),
  flags: ({ ask }: Asking, _: Target, { random, message }: Hand) =>
    ask('mutations.flags', { message_id: message, flags: random.below(4) }),
};

type Answer = { result: { mutation_id: string | null; undoable: boolean; skipped: number } };

/** What somebody else has done meanwhile can leave nothing to do; such an answer is one. */
async function answered(what: string, ask: () => Promise<Answer>): Promise<Deed> {
  try {
    const { mutation_id, undoable, skipped } = (await ask()).result;
    return { what, undoable, skipped, ...(mutation_id !== null && { mutation_id }) };
  } catch (error) {
    if (!(error instanceof RefusedAsk) || ![404, 409].includes(error.status)) throw error;
    return { what: `${what}: ${error.message}`, undoable: false, skipped: 0 };
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

/** One message, some, one conversation or two, or what a search finds. */
function targetOf(random: Random, messages: readonly MessageRow[]): { target: Target; words: string } {
  const some = (most: number) => Array.from({ length: random.between(1, most) }, () => random.pick(messages));
  const choice = random.next();
  if (choice < 0.15) {
    const thread_ids = [...new Set(some(2).map(({ thread_id }) => thread_id))];
    return { target: { thread_ids }, words: `${thread_ids.length} conversations` };
  }
  if (choice < 0.25) {
    const query = queryFor(random.pick(messages));
    return { target: { query }, words: query };
  }
  const message_ids = [...new Set(some(choice < 0.6 ? 1 : 12).map(({ message_id }) => message_id))];
  return { target: { message_ids }, words: `${message_ids.length} messages` };
}

function queryFor({ subject }: MessageRow): string {
  return subject
    .split(' ')
    .slice(0, 2)
    .map((word) => `subject:${word}`)
    .join(' ');
}
