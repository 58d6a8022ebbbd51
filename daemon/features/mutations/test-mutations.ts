import type { TestContext } from 'node:test';
import { openReadOnly, sql, type ReadDb } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import type { FakeProvider } from '../../providers/fake/provider.ts';
import { ada, mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

type MessagesSettings = TestSettings & {
  /** The number of messages in the inbox of each account. */
  messageCount?: number;
};

/** A daemon whose accounts have messages in the inbox, all synced. `ids` are those of an account, the newest first. */
export async function daemonWithMessages(
  t: Pick<TestContext, 'after'>,
  { messageCount = 1, prepare, ...settings }: MessagesSettings = {},
) {
  const { accounts = [ada] } = settings;
  const daemon = await testDaemon(t, {
    ...settings,
    prepare(servers) {
      for (const { key } of accounts)
        for (let index = 0; index < messageCount; index++) servers.get(key)?.control.deliver(testMessage(key, index));
      prepare?.(servers);
    },
  });
  await daemon.synced();
  const known = readStore(daemon, (db) =>
    db.all<{ key: string; message_id: string }>(sql`
      SELECT a.key, m.message_id FROM messages m JOIN accounts a ON a.id = m.account ORDER BY m.sort_key DESC`),
  );
  const ids = (owner = 'ada') => known.filter(({ key }) => key === owner).map(({ message_id }) => message_id);
  return { ...daemon, ids };
}

export type MessagesDaemon = Awaited<ReturnType<typeof daemonWithMessages>>;

export function testMessage(key: string, index: number): Buffer {
  return mail({
    from: 'Ben <ben@people.example>',
    subject: `Letter ${index}`,
    text: 'Hello.',
    id: `${key}-${index}@people.example`,
    minutesAgo: 60 + index,
  });
}

/** The ids of the messages that a search finds, the newest first. */
export async function findMessageIds({ ask }: Pick<TestDaemon, 'ask'>, q: string): Promise<string[]> {
  const { groups } = await ask('search.find', { q, scope: 'messages', limit: 1000 });
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}

/** The folders of a server that contain mail: their messages with their flags. */
export function messagesByFolder({ control }: Pick<FakeProvider, 'control'>): Record<string, string[]> {
  const folders = control.folders().map((path): [string, string[]] => [
    path,
    control
      .messagesIn(path)
      .map(({ message, flags }) => [message, ...flags].join(' '))
      .toSorted(),
  ]);
  return Object.fromEntries(folders.filter(([, there]) => there.length > 0));
}

/** The stored flags and labels of each message, and the counters of the labels. */
export function storedState({ dataDir }: Pick<TestDaemon, 'dataDir'>) {
  return readStore({ dataDir }, (db) => ({
    messages: db.all<{ message_id: string; flags: number; keywords: string; labels: string }>(sql`
      SELECT m.message_id, m.flags, m.keywords, (SELECT group_concat(name, ', ') FROM (SELECT l.name FROM label_messages lm
        JOIN labels l ON l.id = lm.label WHERE lm.message = m.id ORDER BY l.name)) AS labels
      FROM messages m ORDER BY m.message_id`),
    labels: db.all<{ name: string; total_count: number; unread_count: number }>(sql`
      SELECT name, total_count, unread_count FROM labels WHERE total_count > 0 ORDER BY account, name`),
  }));
}

function readStore<T>({ dataDir }: Pick<TestDaemon, 'dataDir'>, work: (db: ReadDb) => T): T {
  const db = openReadOnly(storeFiles(dataDir).mail);
  try {
    return work(db);
  } finally {
    db.close();
  }
}
