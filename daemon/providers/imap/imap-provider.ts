import { systemClock } from '../../base/clock.ts';
import type { Clock } from '../../base/clock.ts';
import { ProviderError } from '../provider.ts';
import type { Capabilities, FolderChange, Provider } from '../provider.ts';
import { imapChanges } from './changes.ts';
import { connect } from './connection.ts';
import type { Connection, ImapSettings } from './connection.ts';
import { listFolders } from './folders.ts';
import { openLine } from './line.ts';
import { appendMessage, applyOperations } from './operations.ts';
import { imapPart } from './part.ts';
import { searchServer } from './search.ts';
import { imapSources } from './sources.ts';
import { watchInbox } from './watch.ts';

/**
 * A mail account over IMAP4rev1 (RFC 3501) or rev2 (RFC 9051): one connection for all verbs, made when first needed and
 * again after a loss, and a second one for `watch`. Nothing is contacted before the first verb.
 */
export function createImapProvider({ clock = systemClock, ...settings }: ImapSettings & { clock?: Clock }): Provider {
  const { host } = settings;
  const closing = new AbortController();
  // Until the server has told, what nearly every server of today can do.
  let capabilities: Capabilities = {
    labels: false,
    server_search: true,
    delta_sync: true,
    push: true,
    batch_operations: true,
    native_thread_ids: false,
  };
  const connectAndLearn = async (signal: AbortSignal) => {
    const connection = await connect(settings, signal);
    capabilities = { ...capabilities, ...capabilitiesOf(connection) };
    return connection;
  };
  const line = openLine(host, connectAndLearn);

  return {
    get capabilities() {
      return capabilities;
    },
    folders: (signal) => line.use(signal, ({ client }) => listFolders(client)),
    changes: (cursors, signal) => imapChanges({ line, clock }, cursors, signal),
    sources: (refs, signal) => imapSources(line, refs, signal),
    part: (ref, part, signal) => imapPart(line, ref, part, signal),
    apply: (operations, signal) => applyOperations(line, operations, signal),
    append: (folder, source, flags, signal) =>
      line.useOnce(signal, ({ client }) => appendMessage(client, folder, source, flags)),
    editFolder: (change, signal) => line.useOnce(signal, (connection) => editFolder(connection, change)),
    search: (query, signal) => searchServer(line, query, signal),
    watch: (signal) => watchInbox({ host, connect: connectAndLearn }, AbortSignal.any([signal, closing.signal])),
    async close() {
      closing.abort();
      await line.close();
    },
  };
}

function capabilitiesOf({ client }: Connection): Partial<Capabilities> {
  const has = (...names: string[]) => names.some((name) => client.capabilities.has(name));
  return {
    delta_sync: client.enabled.has('CONDSTORE'),
    push: has('IDLE', 'IMAP4rev2'),
    native_thread_ids: has('X-GM-EXT-1', 'OBJECTID'),
  };
}

async function editFolder({ client }: Connection, change: FolderChange): Promise<void> {
  switch (change.do) {
    case 'create': {
      // Asked first: Dovecot lists folders that it has yet to make, and then makes them without complaint.
      const exists = (await listFolders(client)).some(({ path, selectable }) => path === change.path && selectable);
      const made = !exists && (await client.mailboxCreate(change.path)).created;
      if (!made) throw new ProviderError('refused', `There is a folder named ${change.path} already.`);
      return;
    }
    case 'rename':
      await client.mailboxRename(change.path, change.to);
      return;
    case 'delete':
      await client.mailboxDelete(change.path);
  }
}
