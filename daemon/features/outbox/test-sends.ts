import { allAccounts } from '../../mail/accounts/accounts.ts';
import { addDraft, findDraft, type NewDraft } from '../../mail/drafts/drafts.ts';
import { openWritable, sql, type WriteDb } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import type { Reply, TestDaemon } from '../../test-daemon.ts';

/** Works directly on the store of a daemon. */
export function withStore<T>({ dataDir }: Pick<TestDaemon, 'dataDir'>, work: (db: WriteDb) => T): T {
  const db = openWritable(storeFiles(dataDir).mail, { durability: 'full' });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Stores a draft of Ada's, by default to Grace. Returns its id. */
export function storedDraft(
  daemon: Pick<TestDaemon, 'dataDir' | 'clock'>,
  { key = 'ada', ...content }: Partial<Omit<NewDraft, 'account' | 'actor'>> & { key?: string } = {},
): string {
  return withStore(daemon, (db) => {
    const account = allAccounts(db).find((each) => each.key === key)!;
    const fields = { to_text: 'Grace <grace@example.org>', subject: 'Dinner', body: 'At seven?', ...content };
    return addDraft({ db, clock: daemon.clock }, { ...fields, account, actor: { origin: 'web' } }).draft_id;
  });
}

/** Whether a draft still exists. */
export function isDraftStored(daemon: Pick<TestDaemon, 'dataDir'>, draft_id: string): boolean {
  return withStore(daemon, (db) => {
    const scope = { accounts: allAccounts(db), caller: { origin: 'web' } };
    return findDraft(db, draft_id, scope) !== undefined;
  });
}

/** The number of stored files with message bytes. */
export function countKeptFiles(daemon: Pick<TestDaemon, 'dataDir'>): number {
  return withStore(daemon, (db) => db.get<{ n: number }>(sql`SELECT count(*) AS n FROM draft_blobs`)?.n ?? 0);
}

/** The value of a message's header field. */
export function headerField(bytes: Uint8Array, name: string): string | undefined {
  const head = Buffer.from(bytes).toString('latin1').split('\r\n\r\n')[0] ?? '';
  return new RegExp(`^${name}: *(.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replaceAll('\r\n', '');
}

type Entry = Reply<'outbox.list'>['sends'][number];

/** Waits until the outbox entry of a draft matches. Every change of it is announced by an event. */
export async function waitForEntry(
  daemon: TestDaemon,
  draft_id: string,
  isWanted: (entry: Entry) => boolean,
): Promise<Entry> {
  for (;;) {
    const seen = daemon.events.all('OutboxUpdated').length;
    const { sends } = await daemon.ask('outbox.list');
    const entry = sends.find((each) => each.draft_id === draft_id);
    if (entry && isWanted(entry)) return entry;
    await daemon.events.until('OutboxUpdated', seen + 1);
  }
}

export async function entryOf(daemon: TestDaemon, draft_id: string): Promise<Entry> {
  return waitForEntry(daemon, draft_id, () => true);
}

/** The outcome of a server that refuses a message temporarily or permanently. */
export function refusedOutcome(
  code: number,
  status: string,
  { reason = 'refused' as const, isTemporary = code < 500 } = {},
) {
  return {
    state: 'refused' as const,
    reason,
    isTemporary,
    recipients: [],
    reply: { code, status, text: 'no' },
    message: 'mail.example.org does not take it.',
  };
}

/** The outcome of an unreachable server, or of a refused sign-in. */
export function unreachableOutcome(reason: 'offline' | 'auth') {
  const message = reason === 'auth' ? 'The password was not taken.' : 'mail.example.org doesn’t answer.';
  return { state: 'refused' as const, reason, isTemporary: true, recipients: [], reply: null, message };
}
