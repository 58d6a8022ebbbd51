import { systemClock } from '../../base/clock.ts';
import type { Clock } from '../../base/clock.ts';
import type { Capabilities, Provider } from '../provider.ts';
import { imapChanges } from './changes/changes.ts';
import { connect } from './connection/connection.ts';
import type { Connection, ImapSettings } from './connection/connection.ts';
import { createConnectionFactory } from './connection/connection-factory.ts';
import { editFolder } from './folders/folder-edit.ts';
import { createFolderListState } from './folders/folder-list-state.ts';
import { listFolders } from './folders/folders.ts';
import { createHostBudget } from './connection/host-budget.ts';
import { openConnectionPool } from './connection/connection-pool.ts';
import { defaultConnectionTimeouts } from './connection/timeouts.ts';
import { appendMessage, applyOperations } from './messages/operations.ts';
import { describeMessages, newArrivals } from './messages/new-arrivals.ts';
import { imapPart } from './messages/part.ts';
import { findById, searchServer } from './messages/search.ts';
import { imapSources } from './messages/sources.ts';
import { watchInbox } from './connection/watch.ts';

/**
 * A mail account over IMAP4rev1 (RFC 3501) or rev2 (RFC 9051). It uses one connection for syncing, one for user actions and
 * one for `watch`, each opened on first use and reopened after a loss. It connects on the first call and never after the
 * server refused the password: then every method throws `auth`, and only a new provider tries again. `connection/` has
 * connections, their purposes, the limits of a host, and error messages; `folders/` the folders of the account, their names
 * and roles; `changes/` the changes since a cursor; `messages/` fetching, searching and changing messages.
 */
export function createImapProvider({ clock = systemClock, ...settings }: ImapSettings & { clock?: Clock }): Provider {
  const { host, budget = createHostBudget({ clock }) } = settings;
  const timeouts = { ...defaultConnectionTimeouts, ...settings.timeouts };
  const folderState = createFolderListState(settings);
  const closing = new AbortController();
  // The assumed features until the server has reported its own: those of nearly every current server. `moves_in_steps` must
  // not be assumed to be false, because a move in two steps cannot be told from changes by other clients if the connection
  // is lost in between.
  let capabilities: Capabilities = {
    labels: false,
    server_search: true,
    delta_sync: true,
    push: true,
    batch_operations: true,
    native_thread_ids: false,
    moves_in_steps: true,
  };
  const slots = budget.addAccount();
  const connectionFactory = createConnectionFactory({
    host,
    slots,
    async connect(purpose, signal) {
      const socketTimeout = purpose === 'watch' ? timeouts.idleResponseMs : timeouts.responseMs;
      const connection = await connect(settings, { socketTimeout, maxIdleTime: timeouts.idleRenewalMs }, signal);
      capabilities = { ...capabilities, ...capabilitiesOf(connection) };
      return connection;
    },
  });
  const { sync, user, watch, close } = openConnectionPool({ host, connect: connectionFactory, slots, timeouts, clock });

  return {
    get capabilities() {
      return capabilities;
    },
    folders: (signal) => sync.use(signal, ({ client }) => listFolders(client, folderState)),
    changes: (cursors, signal, onStall = noop) =>
      imapChanges({ queue: sync, clock, folderState, onStall }, cursors, signal),
    sources: (wanted, signal, onStall = noop) => imapSources({ queue: sync, onStall }, wanted, signal),
    part: (ref, part, signal, start) => imapPart(user, { ref, part, start }, signal),
    apply: (operations, signal) => applyOperations(user, operations, signal),
    append: (folder, source, flags, signal) =>
      user.useOnce(signal, ({ client }) => appendMessage(client, folder, source, flags)),
    editFolder: (change, signal) => user.useOnce(signal, ({ client }) => editFolder(client, change, folderState)),
    search: (query, signal) => searchServer(user, query, signal),
    describe: (refs, signal) => describeMessages({ queue: user, clock }, refs, signal),
    newArrivals: (folder, after, signal) => newArrivals({ queue: user, clock }, { folder, after }, signal),
    findById: (folder, header_id, signal) => findById(user, { folder, header_id }, signal),
    watch: (signal) => watchInbox({ host, connect: watch }, AbortSignal.any([signal, closing.signal])),
    async close() {
      closing.abort();
      await close();
    },
  };
}

function noop(): void {}

function capabilitiesOf({ client }: Connection): Partial<Capabilities> {
  const has = (...names: string[]) => names.some((name) => client.capabilities.has(name));
  return {
    delta_sync: client.enabled.has('CONDSTORE'),
    // Gmail's folders are labels: a message is in as many folders as it has labels.
    labels: has('X-GM-EXT-1'),
    push: has('IDLE', 'IMAP4rev2'),
    native_thread_ids: has('X-GM-EXT-1', 'OBJECTID'),
    moves_in_steps: !has('MOVE'),
  };
}
