import { join } from 'node:path';
import { movableClock, type Clock } from '../../../base/clock.ts';
import { silentLog } from '../../../base/log.ts';
import { createByteSemaphore } from '../../../base/byte-semaphore.ts';
import { syncPass, type PassDeps } from '../../../features/sync/pass.ts';
import { createFakeProvider, type FakeProvider } from '../../../providers/fake/provider.ts';
import { ProviderError, type Operation, type OperationOutcome, type Provider } from '../../../providers/provider.ts';
import { openWritable, sql, type WriteDb } from '../../../store/db.ts';
import { openMail } from '../../../store/open.ts';
import { testFolder } from '../../../test-folder.ts';
import { createSyncProgress } from '../../accounts/sync-progress.ts';
import { allAccounts, saveAccounts, type Account } from '../../accounts/accounts.ts';
import { applyMutation, settleNewOperations, type MutationResult, type AccountMutation } from '../apply.ts';
import { finishPass, ingest, placeKnownMessages, syncFolders } from '../../ingest/ingest.ts';
import type { IngestDeps } from '../../ingest/ingest-pass.ts';
import { labelMap } from '../../labels/labels.ts';
import { createWatchdogBuffer, ingestWatchdog } from '../../ingest/watchdog.ts';
import { undoMutation } from '../undo.ts';
import { mutationById, type Mutation, type MutationKind } from '../journal.ts';
import { markSendingUnsure } from '../push/sync-passes.ts';
import { pushBatch } from '../push/push.ts';

/** How a server or its connection responds to operations. `first` is the number of operations carried out before. */
export type ServerResponse =
  | { how: 'well' }
  /** The server does not report new UIDs. */
  | { how: 'unnumbered' }
  | { how: 'offline' }
  /** The connection is lost after this many operations. */
  | { how: 'lost'; first: number }
  /** The server moves by copying and removing, and the connection is lost before anything is removed. */
  | { how: 'halved' }
  /** The daemon is killed after this many operations. */
  | { how: 'killed'; first: number }
  /** The server refuses one of them permanently. */
  | { how: 'refused'; first: number }
  /** The server fails one of them and asks for a retry. */
  | { how: 'failed'; first: number };

export const refusalMessage = 'The server says no.';

/** A store for many engines in sequence. Durability across power loss is not needed. */
export async function openTestStore(): Promise<WriteDb> {
  const file = join(testFolder(), 'mail.db');
  (await openMail(file)).close();
  const db = openWritable(file, { durability: 'normal' });
  db.exec('PRAGMA synchronous = OFF');
  return db;
}

/**
 * The engine on a real store and a fake server, without a daemon. Its clock is controlled by the test. `movesInSteps`:
 * the server moves by copying and removing.
 */
export function testEngine(db: WriteDb, { number, movesInSteps = false }: { number: number; movesInSteps?: boolean }) {
  const clock = movableClock('2026-03-10T08:00:00.000Z');
  const email = `owner${number}@example.test`;
  const setting = { key: 'owner', name: 'Owner', email, provider_kind: 'fake', sync_kind: 'fake', send_kind: null };
  saveAccounts(db, [{ ...setting, enabled: true }]);
  const account = allAccounts(db).find((each) => each.email === email)!;
  const server = createFakeProvider({
    key: 'owner',
    email,
    name: 'Owner',
    seed: 7,
    count: 0,
    clock,
    anchor: clock.now(),
  });
  const responses: ServerResponse[] = [];
  const delays: Delays = {};
  const capabilities = { ...server.capabilities, moves_in_steps: movesInSteps };
  const connection = scriptedServer({ ...server, capabilities }, responses, delays);
  const mutationResults: MutationResult[] = [];
  const deps = {
    db,
    clock,
    log: silentLog,
    onMutationResult: (each: MutationResult) => void mutationResults.push(each),
  };
  const syncPassDeps = createSyncPassDeps(db, clock);

  return {
    account,
    server,
    /** The next responses of the server, in order; after them all operations succeed. */
    responses,
    delays,
    /** All operations that the server carried out, in order. */
    carriedOut: connection.carriedOut,
    mutationResults,
    completed: (): Mutation[] => mutationResults.flatMap(({ completed }) => completed),
    ...storedMail(db, account),
    act: (kind: MutationKind, request: Pick<AccountMutation, 'changes' | 'targets'>) =>
      applyMutation(deps, { kind, actor: { origin: 'script' }, accounts: [{ account, ...request }] }),
    undo: (mutation: number) =>
      undoMutation(deps, mutationById(db, mutation)!, { actor: { origin: 'script' }, accounts: [account] }),
    /** Settles the remaining operations of a large mutation. */
    settleAll(): void {
      while (settleNewOperations(deps, [account]));
    },
    /** Simulates a kill and a restart of the daemon. */
    restart: () => markSendingUnsure(db),
    /** `meanwhile` runs after the server has reported changes and before they are stored. */
    async sync(meanwhile: () => Promise<void> = async () => undefined) {
      const task = { account, open: async () => server, wasPasswordAccepted: true };
      const delayedIngest: PassDeps['ingest'] = async (batch) => {
        await meanwhile();
        return syncPassDeps.ingest(batch);
      };
      const result = await syncPass({ ...syncPassDeps, ingest: delayedIngest }, task, new AbortController().signal);
      if (!result.ok) throw new Error(result.error);
    },
    /** Pushes all operations that can be pushed now. */
    async push(): Promise<void> {
      for (;;) {
        const pushed = await Promise.race([
          pushBatch(deps, { account, provider: connection.provider }, neverAborted),
          connection.killed(),
        ]).catch(rethrowUnlessOffline);
        if (pushed === 'killed') markSendingUnsure(db);
        if (pushed !== 'more') return;
      }
    },
  };
}

export type TestEngine = ReturnType<typeof testEngine>;

/** What tests look up in the stored mail of an account. */
function storedMail(db: WriteDb, account: Account) {
  return {
    labelAt: (path: string) => labelMap(db, account.id).byPath.get(path)!.id,
    /** The stored message with this subject. */
    named: (subject: string) =>
      db.get<{ id: number; message_id: string }>(
        sql`SELECT id, message_id FROM messages WHERE account = ${account.id} AND subject = ${subject}`,
      ),
    subjectOf: (message_id: string) =>
      db.get<{ subject: string }>(
        sql`SELECT subject FROM messages WHERE account = ${account.id} AND message_id = ${message_id}`,
      )?.subject,
  };
}

const neverAborted = new AbortController().signal;

function rethrowUnlessOffline(thrown: unknown): 'offline' {
  if (thrown instanceof ProviderError) return 'offline';
  throw thrown;
}

/** Callbacks before the server receives operations, and before its reply arrives. */
export type Delays = {
  beforeReceipt?: (() => Promise<void>) | undefined;
  beforeReply?: (() => Promise<void>) | undefined;
};

function scriptedServer(server: FakeProvider, responses: ServerResponse[], delays: Delays) {
  const carriedOut: Operation[] = [];
  let killed = Promise.withResolvers<'killed'>();
  const carryOut = async (operations: readonly Operation[], signal: AbortSignal) => {
    carriedOut.push(...operations);
    return server.apply(operations, signal);
  };

  const apply: Provider['apply'] = async (operations, signal) => {
    await delays.beforeReceipt?.();
    const outcomes = outcomesOf(operations, signal);
    await outcomes.catch(() => undefined);
    await delays.beforeReply?.();
    return outcomes;
  };

  const outcomesOf: Provider['apply'] = async (operations, signal) => {
    const response = responses.shift() ?? { how: 'well' };
    const first = 'first' in response ? response.first % (operations.length + 1) : operations.length;
    const at = Math.min(first, operations.length - 1);
    switch (response.how) {
      case 'well':
        return carryOut(operations, signal);
      case 'unnumbered':
        return (await carryOut(operations, signal)).map((outcome): OperationOutcome =>
          outcome.ok ? { ok: true } : outcome,
        );
      case 'offline':
        throw new ProviderError('offline', 'There is no network.');
      case 'lost':
        await carryOut(operations.slice(0, first), signal);
        throw new ProviderError('offline', 'The connection was lost.');
      case 'halved':
        await carryOut(
          operations.map((operation) => (operation.do === 'move' ? { ...operation, do: 'copy' } : operation)),
          signal,
        );
        throw new ProviderError('offline', 'The connection was lost.');
      case 'killed':
        await carryOut(operations.slice(0, first), signal);
        killed.resolve('killed');
        killed = Promise.withResolvers();
        // After a kill nothing waits for a reply.
        return new Promise(() => undefined);
      case 'refused':
      case 'failed': {
        const outcomes = await carryOut(
          operations.filter((_, index) => index !== at),
          signal,
        );
        const refusal: OperationOutcome = { ok: false, error: refusalMessage, retryable: response.how === 'failed' };
        return outcomes.toSpliced(at, 0, refusal);
      }
    }
  };
  return { provider: { ...server, apply }, carriedOut, killed: () => killed.promise };
}

function createSyncPassDeps(db: WriteDb, clock: Clock): PassDeps {
  const ingestDeps: IngestDeps = {
    db,
    blobs: testFolder(),
    removeBlobs: () => undefined,
    now: () => clock.now(),
    sortKeys: new Map(),
    isWriterWaiting: () => false,
    watchdog: ingestWatchdog(createWatchdogBuffer()),
    sharedTexts: { write: () => undefined },
  };
  return {
    read: db,
    write: db,
    clock,
    log: silentLog,
    isReachable: () => true,
    gate: createByteSemaphore(1_000_000),
    progress: createSyncProgress({ clock, intervalMs: () => 300_000 }),
    announce: () => undefined,
    onStored: () => undefined,
    ingest: (batch) => ingest(ingestDeps, batch),
    placeKnownMessages: async (known) => placeKnownMessages(ingestDeps, known),
    saveFolders: async (list) => syncFolders(ingestDeps, list),
    finishPass: async (ended) => finishPass(ingestDeps, ended),
  };
}

/** A message that is identified by its subject. */
export function testMessage(subject: string): Buffer {
  const lines = [
    'From: Ben <ben@people.example>',
    'To: owner@example.test',
    `Subject: ${subject}`,
    'Date: Tue, 10 Mar 2026 07:00:00 +0000',
    `Message-ID: <${subject}@people.example>`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${subject}.\r\n`);
}

type DisplayedMail = { folders: string[]; flags: string[] };

/** The displayed folders and flags of an account's messages, by subject. */
export function displayedMail(db: WriteDb, account: Account): Map<string, DisplayedMail> {
  const rows = db.all<{ subject: string; flags: number; folders: string | null }>(sql`
    SELECT m.subject, m.flags, (SELECT group_concat(l.provider_id, '|') FROM label_messages lm JOIN labels l ON l.id = lm.label
      WHERE lm.message = m.id AND l.synthetic = 0) AS folders
    FROM messages m WHERE m.account = ${account.id} ORDER BY m.subject`);
  return new Map(
    rows.map(({ subject, flags, folders }) => [
      subject,
      {
        folders: (folders ?? '').split('|').toSorted(),
        flags: [...(flags & 2 ? ['\\Flagged'] : []), ...(flags & 1 ? ['\\Seen'] : [])],
      },
    ]),
  );
}
