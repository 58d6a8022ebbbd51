import type { TestContext } from 'node:test';
import type { FakeControl, FakeProvider } from '../../providers/fake/provider.ts';
import type { Provider } from '../../providers/provider.ts';
import { ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

/**
 * A daemon with a server that has these folders, each with this many messages, in addition to INBOX, Archive and the like.
 * `wrap` wraps the server.
 */
export async function daemonWithFolders(
  t: Pick<TestContext, 'after'>,
  messageCounts: Record<string, number> = {},
  wrap: (provider: Provider) => Provider = (provider) => provider,
): Promise<TestDaemon> {
  const servers = new Map<string, FakeProvider>();
  const daemon = await testDaemon(t, {
    accounts: [ada],
    prepare(providers) {
      for (const [key, server] of providers) servers.set(key, server);
      fillFolders(providers.get('ada')!.control, messageCounts);
    },
    // The server outlives its connections.
    options: { openProvider: async (key) => ({ ...wrap(servers.get(key)!), close: async () => undefined }) },
  });
  await daemon.synced();
  return daemon;
}

function fillFolders(control: FakeControl, messageCounts: Record<string, number>): void {
  for (const path of ['Garden club', 'House', 'Taxes 2026']) control.editFolder({ do: 'delete', path });
  for (const [path, count] of Object.entries(messageCounts)) {
    if (!control.folders().includes(path)) control.editFolder({ do: 'create', path });
    for (let index = 0; index < count; index++) control.deliver(testMessage(`${path} ${index}`), { folder: path });
  }
}

export function testMessage(subject: string): Buffer {
  const id = `${subject.replaceAll(/\W+/g, '-')}@people.example`;
  return mail({ from: 'Ben <ben@people.example>', subject, text: `This is ${subject}.`, id });
}

/** The user's own labels as `full name: messages`, and those that are not pushed yet. */
export async function ownLabels(daemon: TestDaemon): Promise<string[]> {
  const { labels } = await daemon.ask('labels.list');
  return labels
    .filter(({ kind }) => kind !== 'System')
    .map(({ full_name, total_count, pending }) => `${full_name}: ${total_count}${pending ? ` (${pending})` : ''}`);
}

/** The message numbers of a folder on the fake server, ascending. */
export function messagesIn(daemon: TestDaemon, folder: string): number[] {
  return daemon
    .server('ada')
    .control.messagesIn(folder)
    .map(({ message }) => message)
    .toSorted((a, b) => a - b);
}

export async function idsIn(daemon: TestDaemon, query: string): Promise<string[]> {
  const { groups } = await daemon.ask('search.find', { q: query, scope: 'messages' });
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id)).toSorted();
}
