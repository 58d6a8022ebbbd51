import { Readable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import { ProviderError } from '../provider.ts';
import type { Capabilities, Provider, RemoteFolder } from '../provider.ts';
import { createWatchSignal, type WatchSignal } from './wake-signal.ts';
import { unixSeconds } from '../../demo/story-times.ts';
import { arrivalsAt, describeMessages } from './arrivals.ts';
import { changesSince } from './changes.ts';
import { createContents, type Contents } from './contents.ts';
import { createControl } from './control.ts';
import type { FakeControl } from './control.ts';
import { readCursor } from './cursor.ts';
import { createFaults, type Faults } from './faults.ts';
import { demoFolders } from '../../demo/folders.ts';
import type { MailboxProfile } from '../../demo/folders.ts';
import { createCallGuard } from './call-guard.ts';
import { requireFolder, createFakeMailbox, type FakeMailbox } from './mailbox.ts';
import { createLazyPlan } from './lazy-plan.ts';
import { executeOperation, changeFolder } from './operations.ts';
import { createPause } from './pause.ts';
import type { Pause } from './pause.ts';
import { partBody } from '../message-structure/part-body.ts';
import { findByMessageId, searchMessages } from './search.ts';

export type { FakeControl, NewMail, ProviderMethod } from './control.ts';
export type { Fault, FaultKind } from './faults.ts';

type FakeOptions = {
  key: string;
  /** The owner's address; `ada.lovelace@…` is signed "Ada Lovelace". */
  email: string;
  /** A name that contains the word "Work" gets work mail, every other name personal mail. */
  name: string;
  seed: number;
  count: number;
  clock: Clock;
  /**
   * The anchor of the mailbox. By default it is the anchor in the first cursors or refs passed to a method, so that a
   * restarted daemon sees the same mail; otherwise the time of the first call.
   */
  anchor?: Date;
  /** The largest number of messages in a batch of changes; 200 by default. */
  batchSize?: number;
  /** Called between small units of work; by default it occasionally yields the thread. */
  pause?: Pause;
};

export type FakeProvider = Provider & { control: FakeControl };

/**
 * A mail server in memory: the same seed, count and anchor give the same mail, byte for byte, written on request. Later
 * changes (deliveries, moves, flags) are lost with the process. Operations on messages that an earlier process moved are
 * accepted; their bytes are trouble.
 */
export function createFakeProvider(options: FakeOptions): FakeProvider {
  const { key, email, name, seed, count, clock, anchor, batchSize = 200, pause = createPause() } = options;
  const profile: MailboxProfile = /\bwork\b/i.test(name) ? 'work' : 'personal';
  const owner = { name: ownerName(email), email };
  const mailbox = createFakeMailbox(demoFolders(profile));
  const faults = createFaults();
  const watchSignal = createWatchSignal();
  const guard = createCallGuard({ name, faults, clock });
  const { ensurePlanned, ensurePlannedNow, write, writeArrivals } = createLazyPlan({
    mailbox,
    pause,
    clock,
    seed,
    count,
    profile,
    owner,
    anchor,
  });
  const contents = createContents(mailbox, faults, write);
  const server = { mailbox, contents, faults, guard, watchSignal, ensurePlanned, pause, clock, seed, count, batchSize };

  return {
    capabilities,
    ...readMethods(server),
    ...changeMethods(server),

    async *watch(signal) {
      guard.calls.watch++;
      yield* watchSignal.notifications(AbortSignal.any([signal, guard.closed]), guard.checkWatch);
    },

    async close() {
      guard.calls.close++;
      guard.close();
    },

    control: createControl({
      key,
      mailbox,
      ensurePlanned: ensurePlannedNow,
      writeArrivals,
      faults,
      watchSignal,
      clock,
      owner,
      calls: guard.calls,
    }),
  };
}

/** What the methods of a provider work on. */
type FakeServer = Required<Pick<FakeOptions, 'pause' | 'clock' | 'seed' | 'count' | 'batchSize'>> &
  Pick<ReturnType<typeof createLazyPlan>, 'ensurePlanned'> & {
    mailbox: FakeMailbox;
    contents: Contents;
    faults: Faults;
    guard: ReturnType<typeof createCallGuard>;
    watchSignal: WatchSignal;
  };

function readMethods(
  server: FakeServer,
): Pick<Provider, 'folders' | 'changes' | 'sources' | 'part' | 'search' | 'describe' | 'newArrivals' | 'findById'> {
  const { mailbox, contents, faults, guard, ensurePlanned, pause, clock, seed, count, batchSize } = server;
  return {
    async folders(signal) {
      await guard.beginCall('folders', signal);
      return mailbox.list.map(remoteFolder);
    },

    async *changes(cursors, signal, onStall) {
      await guard.beginCall('changes', signal);
      const stall = faults.consume('stall');
      if (stall) {
        onStall?.('The server doesn’t answer FETCH in INBOX.');
        await clock.wait(stall.ms ?? 2000, signal);
      }
      await ensurePlanned(signal, anchorIn(Object.values(cursors), { seed, count }));
      const deps = { mailbox, contents, faults, pause, seed, count, batchSize };
      let batchCount = 0;
      for await (const batch of changesSince(deps, cursors, signal)) {
        if (batchCount++ > 0) guard.checkConnection();
        yield batch;
        signal.throwIfAborted();
      }
      guard.checkConnection();
    },

    async *sources(wanted, signal) {
      await guard.beginCall('sources', signal);
      await ensurePlanned(signal, wanted[0]?.uidvalidity);
      const order = faults.consume('unordered-arrivals') ? wanted.toReversed() : wanted;
      for (const [index, each] of order.entries()) {
        await pause(signal);
        if (index >= Math.floor(order.length / 2)) guard.checkConnection();
        yield contents.sourceOf(each);
      }
    },

    async part(ref, part, signal, start = 0) {
      await guard.beginCall('part', signal);
      await ensurePlanned(signal, ref.uidvalidity);
      const bytes = contents.readWhole(ref);
      if (typeof bytes === 'string') throw new ProviderError('refused', bytes);
      const body = partBody(bytes, part);
      if (!body) throw new ProviderError('refused', `The message has no part ${part}.`);
      return Readable.from([body.subarray(start)], { objectMode: false });
    },

    async search(query, signal) {
      await guard.beginCall('search', signal);
      await ensurePlanned(signal);
      const folders = query.folder === undefined ? mailbox.list.slice() : [requireFolder(mailbox, query.folder)];
      return searchMessages({ mailbox, contents, pause }, folders, query, signal);
    },

    async describe(refs, signal) {
      await guard.beginCall('describe', signal);
      await ensurePlanned(signal, refs[0]?.uidvalidity);
      return describeMessages({ mailbox, contents, faults, pause }, refs, signal);
    },

    async newArrivals(path, after, signal) {
      await guard.beginCall('newArrivals', signal);
      await ensurePlanned(signal);
      const folder = requireFolder(mailbox, path);
      if ((after.uidvalidity ?? folder.uidvalidity) !== folder.uidvalidity) return [];
      const uids = Array.from({ length: folder.uidnext - 1 - after.uid }, (_, index) => after.uid + 1 + index);
      return arrivalsAt({ mailbox, contents, faults, pause }, folder, uids, signal);
    },

    async findById(path, header_id, signal) {
      await guard.beginCall('findById', signal);
      await ensurePlanned(signal);
      return findByMessageId({ mailbox, contents }, requireFolder(mailbox, path), header_id);
    },
  };
}

function changeMethods(server: FakeServer): Pick<Provider, 'apply' | 'append' | 'editFolder'> {
  const { mailbox, faults, guard, watchSignal, ensurePlanned, clock } = server;
  return {
    async apply(operations, signal) {
      await guard.beginCall('apply', signal);
      await ensurePlanned(signal, operations[0]?.ref.uidvalidity);
      // The client knows its own changes from the outcomes.
      return operations.map((operation) => executeOperation(mailbox, operation));
    },

    async append(path, source, flags, signal) {
      await guard.beginCall('append', signal);
      await ensurePlanned(signal);
      const folder = requireFolder(mailbox, path);
      const message = mailbox.storeDelivered({ bytes: Buffer.from(source), received: unixSeconds(clock) });
      const uid = mailbox.add(folder, message, flags);
      watchSignal.notify();
      return { folder: path, uidvalidity: folder.uidvalidity, uid };
    },

    async editFolder(change, signal) {
      await guard.beginCall('editFolder', signal);
      await ensurePlanned(signal);
      if (faults.consume('refuse-edit', { folder: change.path }))
        throw new ProviderError('refused', `The server does not let the folder ${change.path} be changed.`);
      const path = changeFolder(mailbox, change);
      watchSignal.notify();
      guard.checkResponse();
      return path;
    },
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
