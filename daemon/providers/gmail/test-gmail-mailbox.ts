import { startGmailServer, type GmailServer } from '../../../testing/servers/gmail/server.ts';
import type { Clock } from '../../base/clock.ts';
import { createServiceClient } from '../../outgoing/service-client.ts';
import type { AccessTokens } from '../access-token.ts';
import { ProviderError, type ChangeBatch, type MessageRef, type Provider } from '../provider.ts';
import { flagsOf, foldersOf, labelFolders } from './labels/folders.ts';
import type { GmailConnection } from './api/request.ts';
import { createQuota } from './api/quota.ts';
import { createApiProvider } from './api-provider.ts';
import { temporaryNumbers, type MessageNumbers, type StoredMessage } from '../message-numbers.ts';
import { apiIdOf } from './server-ids.ts';

/** The system folders under the names of the conformance suite, by label id. */
const testPaths = { SENT: 'Sent', DRAFT: 'Drafts', TRASH: 'Trash', SPAM: 'Junk' };

type HurriedClock = Clock & { pass(ms: number): void };

/** A clock that does not wait: its time passes at once. */
export function hurriedClock(start = Date.now()): HurriedClock {
  let time = start;
  return {
    now: () => new Date(time),
    pass: (ms) => void (time += ms),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (!signal?.aborted) time += ms;
        setImmediate(resolve);
      }),
  };
}

/** Tokens of a user who can sign in: a refused one is replaced by the one that the server takes. */
export function testTokens(
  server: Pick<GmailServer, 'token'>,
): AccessTokens & { refreshes: number; isRevoked: boolean } {
  let current = server.token;
  const tokens = {
    refreshes: 0,
    isRevoked: false,
    async get() {
      if (tokens.isRevoked) throw new ProviderError('auth', 'The sign-in has ended.', { kind: 'sign_in' });
      return current;
    },
    invalidate(token: string) {
      if (token !== current) return;
      tokens.refreshes++;
      current = server.token;
    },
  };
  return tokens;
}

/** Numbers that know the messages that the test has stored, as the daemon does. */
function testNumbers(): MessageNumbers & { mail: Map<string, StoredMessage> } {
  const mail = new Map<string, StoredMessage>();
  return {
    ...temporaryNumbers(),
    mail,
    stored: (ids) => new Map(ids.flatMap((id) => (mail.has(id) ? [[id, mail.get(id)!]] : []))),
  };
}

export type TestGmail = Awaited<ReturnType<typeof openTestGmail>>;

/** A server and a provider in front of it that uses the API alone. */
export async function openTestGmail({
  clock = hurriedClock(),
  origin,
}: { clock?: HurriedClock; origin?: (server: GmailServer) => Promise<string> } = {}) {
  const server = await startGmailServer();
  const numbers = testNumbers();
  const tokens = testTokens(server);
  const service = createServiceClient((await origin?.(server)) ?? server.origin);
  const connection: GmailConnection = { service, tokens, quota: createQuota(clock), clock };
  const provider = storing(createApiProvider({ connection, numbers, paths: testPaths }), numbers);
  return {
    server,
    clock,
    numbers,
    tokens,
    connection,
    provider,
    mailbox: mailboxOf(server, numbers),
    async close() {
      await provider.close();
      await server.stop();
    },
  };
}

/** Notes the messages that were reported as stored, like the daemon. */
function storing(provider: Provider, { mail }: { mail: Map<string, StoredMessage> }): Provider {
  return {
    ...provider,
    async *changes(...request) {
      for await (const batch of provider.changes(...request)) {
        for (const { provider_id, size, received } of batch.arrivals)
          if (provider_id !== undefined) mail.set(provider_id, { size, received });
        yield batch;
      }
    },
  };
}

/** What another client does in the mailbox, by path and UID. */
function mailboxOf(server: GmailServer, numbers: MessageNumbers) {
  let received = Date.parse('2026-05-01T08:00:00Z');
  const systemIds = new Map<string, string>(Object.entries(testPaths).map(([id, path]) => [path, id]));
  const labelIdOf = (path: string): string => {
    if (path === 'INBOX') return path;
    const own = server.mail.labels.all().find(({ name, type }) => type === 'user' && name === path);
    const id = systemIds.get(path) ?? own?.gmail_id;
    if (id === undefined) throw new Error(`There is no label ${path}.`);
    return id;
  };
  const modify = (uid: number, edit: object) => {
    const id = numbers.serverIdsOf([uid]).get(uid) ?? '';
    return server.call('POST', `/messages/${apiIdOf(id)}/modify`, edit);
  };
  const marks = (flags: readonly string[]) => [
    ...(flags.includes('\\Seen') ? [] : ['UNREAD']),
    ...(flags.includes('\\Flagged') ? ['STARRED'] : []),
  ];
  return {
    labelIdOf,
    async deliver(path: string, bytes: Uint8Array, flags: readonly string[] = []) {
      received += 1000;
      const labelIds = [...(path === '' ? [] : [labelIdOf(path)]), ...marks(flags)];
      const raw = Buffer.from(bytes).toString('base64url');
      await server.call('POST', '/messages', { raw, labelIds, internalDate: String(received) });
    },
    async setFlags(uid: number, flags: readonly string[]) {
      const all = ['UNREAD', 'STARRED'];
      const addLabelIds = marks(flags);
      await modify(uid, { addLabelIds, removeLabelIds: all.filter((id) => !addLabelIds.includes(id)) });
    },
    removeLabel: (uid: number, path: string) => modify(uid, { removeLabelIds: [labelIdOf(path)] }),
    async move(uids: readonly number[], from: string, to: string) {
      for (const uid of uids) await modify(uid, { addLabelIds: [labelIdOf(to)], removeLabelIds: [labelIdOf(from)] });
    },
  };
}

/** What a client has stored after the batches of its syncs: flags by folder and API id. */
export function testStore({ numbers, provider }: Pick<TestGmail, 'numbers' | 'provider'>) {
  const placements = new Map<string, { ref: MessageRef; flags: string[] }>();
  const cursors: Record<string, string> = {};
  const keyOf = ({ folder, uidvalidity, uid }: MessageRef) => `${folder} ${uidvalidity} ${uid}`;
  const apply = (batch: ChangeBatch) => {
    for (const { folder, uidvalidity, uid, flags } of batch.arrivals) {
      const ref = { folder, uidvalidity, uid };
      placements.set(keyOf(ref), { ref, flags });
    }
    for (const { flags, ...ref } of batch.flags) {
      const placement = placements.get(keyOf(ref));
      if (placement) placement.flags = flags;
    }
    for (const ref of batch.removed) placements.delete(keyOf(ref));
    const { reset } = batch;
    for (const [key, { ref }] of reset ? placements : [])
      if (ref.folder === reset?.folder && ref.uidvalidity !== reset.uidvalidity) placements.delete(key);
    if (batch.cursor !== undefined) cursors[batch.stream] = batch.cursor;
  };
  return {
    cursors,
    placements,
    /** Syncs; batches that were reported before an error stay. Returns the sentences about pauses. */
    async sync(): Promise<string[]> {
      const sentences: string[] = [];
      const signal = new AbortController().signal;
      for await (const batch of provider.changes({ ...cursors }, signal, (text) => sentences.push(text))) apply(batch);
      return sentences;
    },
    content: () =>
      [...placements.values()]
        .map(
          ({ ref, flags }) =>
            `${ref.folder} ${apiIdOf(numbers.serverIdsOf([ref.uid]).get(ref.uid) ?? '')} ${flags.join(' ')}`,
        )
        .toSorted(),
  };
}

/** What the server has, in the form of `testStore`. */
export function serverContent({ mail }: GmailServer): string[] {
  const labels = labelFolders(
    mail.labels.all().map(({ gmail_id: id, name, type }) => ({ id, name, type })),
    testPaths,
  );
  return mail.messages
    .all()
    .flatMap(({ gmail_id, label_ids }) =>
      foldersOf(label_ids, labels).map((folder) => `${folder} ${gmail_id} ${flagsOf(label_ids).join(' ')}`),
    )
    .toSorted();
}
