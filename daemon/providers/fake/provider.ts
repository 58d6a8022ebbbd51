import { Readable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import { ProviderError } from '../provider.ts';
import type { Capabilities, Provider, RemoteFolder } from '../provider.ts';
import { bell } from './bell.ts';
import { secondsOf } from './calendar.ts';
import { changesSince } from './changes.ts';
import { contentsOf } from './contents.ts';
import { controlOf } from './control.ts';
import type { FakeControl } from './control.ts';
import { readCursor } from './cursor.ts';
import { noFaults } from './faults.ts';
import { foldersOf } from './folders.ts';
import type { Flavour } from './folders.ts';
import { gateOf } from './gate.ts';
import { knownFolder, mailboxOf } from './mailbox.ts';
import { openingOf } from './opening.ts';
import { carryOut, changeFolder } from './operations.ts';
import { paceOf } from './pace.ts';
import type { Pause } from './pace.ts';
import { partBody } from './part.ts';
import { placesOf, searched } from './search.ts';

export type { FakeControl, NewMail, Verb } from './control.ts';
export type { Fault, FaultKind } from './faults.ts';

export type FakeOptions = {
  key: string;
  /** The owner's address; `ada.lovelace@…` is signed "Ada Lovelace". */
  email: string;
  /** A name with the word "Work" in it gets the mail of a workplace, every other a private person's. */
  name: string;
  seed: number;
  count: number;
  clock: Clock;
  /**
   * The moment the mailbox is seen from. Without it, the one in the cursors or refs of the first verb that has any,
   * so that a restarted daemon sees the mail it knows; else the time of that verb.
   */
  anchor?: Date;
  /** How many messages a batch of changes holds at the most; 200 if not said. */
  batchSize?: number;
  /** Called between small pieces of work; gives the thread to others now and then if not said. */
  pause?: Pause;
};

export type FakeProvider = Provider & { control: FakeControl };

/**
 * A mail server in memory: the same seed, count and anchor give the same mail, byte for byte, written when asked for.
 * What changed since it was made (deliveries, moves, flags) is gone with the process; operations on messages that an
 * earlier process moved are accepted, their bytes are trouble.
 */
export function createFakeProvider(options: FakeOptions): FakeProvider {
  const { key, email, name, seed, count, clock, anchor, batchSize = 200, pause = paceOf() } = options;
  const flavour: Flavour = /\bwork\b/i.test(name) ? 'work' : 'personal';
  const owner = { name: ownerName(email), email };
  const mailbox = mailboxOf(foldersOf(flavour));
  const faults = noFaults();
  const bells = bell();
  const gate = gateOf({ name, faults, clock });
  const { settle, settleNow, write } = openingOf({ mailbox, pause, clock, seed, count, flavour, owner, anchor });
  const contents = contentsOf(mailbox, faults, write);

  return {
    capabilities,

    async folders(signal) {
      await gate.enter('folders', signal);
      return mailbox.list.map(remoteFolder);
    },

    async *changes(cursors, signal) {
      await gate.enter('changes', signal);
      await settle(signal, anchorIn(Object.values(cursors), { seed, count }));
      const parts = { mailbox, contents, faults, pause, seed, count, batchSize };
      let given = 0;
      for await (const batch of changesSince(parts, cursors, signal)) {
        if (given++ > 0) gate.checkLine();
        yield batch;
        signal.throwIfAborted();
      }
      gate.checkLine();
    },

    async *sources(wanted, signal) {
      await gate.enter('sources', signal);
      await settle(signal, wanted[0]?.uidvalidity);
      const order = faults.take('unordered-arrivals') ? wanted.toReversed() : wanted;
      for (const [index, each] of order.entries()) {
        await pause(signal);
        if (index >= Math.floor(order.length / 2)) gate.checkLine();
        yield contents.sourceOf(each);
      }
    },

    async part(ref, part, signal, start = 0) {
      await gate.enter('part', signal);
      await settle(signal, ref.uidvalidity);
      const bytes = contents.whole(ref);
      if (typeof bytes === 'string') throw new ProviderError('refused', bytes);
      const body = partBody(bytes, part);
      if (!body) throw new ProviderError('refused', `The message has no part ${part}.`);
      return Readable.from([body.subarray(start)], { objectMode: false });
    },

    async apply(operations, signal) {
      await gate.enter('apply', signal);
      await settle(signal, operations[0]?.ref.uidvalidity);
      const outcomes = operations.map((operation) => carryOut(mailbox, operation));
      bells.ring();
      return outcomes;
    },

    async append(path, source, flags, signal) {
      await gate.enter('append', signal);
      await settle(signal);
      const folder = knownFolder(mailbox, path);
      const message = mailbox.keep({ bytes: Buffer.from(source), received: secondsOf(clock) });
      const uid = mailbox.add(folder, message, flags);
      bells.ring();
      return { folder: path, uidvalidity: folder.uidvalidity, uid };
    },

    async editFolder(change, signal) {
      await gate.enter('editFolder', signal);
      await settle(signal);
      if (faults.take('refuse-edit', { folder: change.path }))
        throw new ProviderError('refused', `The server does not let the folder ${change.path} be changed.`);
      const path = changeFolder(mailbox, change);
      bells.ring();
      gate.checkAnswer();
      return path;
    },

    async search({ text, folder }, signal) {
      await gate.enter('search', signal);
      await settle(signal);
      const folders = folder === undefined ? mailbox.list.slice() : [knownFolder(mailbox, folder)];
      return searched({ mailbox, contents, pause }, folders, text, signal);
    },

    async findById(path, header_id, signal) {
      await gate.enter('findById', signal);
      await settle(signal);
      return placesOf({ mailbox, contents }, knownFolder(mailbox, path), header_id);
    },

    async *watch(signal) {
      gate.calls.watch++;
      yield* bells.rings(AbortSignal.any([signal, gate.closed]), gate.checkWatch);
    },

    async close() {
      gate.calls.close++;
      gate.close();
    },

    control: controlOf({ key, mailbox, settle: settleNow, faults, bell: bells, clock, owner, calls: gate.calls }),
  };
}

const capabilities: Capabilities = {
  labels: false,
  server_search: true,
  delta_sync: true,
  push: true,
  batch_operations: true,
  native_thread_ids: true,
};

function remoteFolder({ path, name, role, selectable, kind }: RemoteFolder): RemoteFolder {
  return { path, name, separator: '/', ...(role && { role }), selectable, kind };
}

function ownerName(email: string): string {
  const words = email.slice(0, email.indexOf('@')).split(/[._-]+/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
}

function anchorIn(cursors: string[], mailbox: { seed: number; count: number }): number | undefined {
  for (const text of cursors) {
    const cursor = readCursor(text, mailbox);
    if (cursor) return cursor.anchor;
  }
  return undefined;
}
