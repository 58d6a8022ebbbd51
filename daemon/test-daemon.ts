import type { TestContext } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { movableClock } from './base/clock.ts';
import { Failure } from './base/failure.ts';
import { silentLog } from './base/log.ts';
import type { Machine } from './base/machine.ts';
import type { WatchFile } from './config/file-watcher.ts';
import { lastGoodCopy } from './config/last-good-copy.ts';
import { openConfig } from './config/live-config.ts';
import type { RequestName, RowOf } from './contract.ts';
import { JsonText, type Request } from './contract/define.ts';
import type { Event, EventKind } from './contract/events.ts';
import { openDaemon, type Daemon } from './daemon.ts';
import type { Caller, ReplyOf } from './handler-types.ts';
import { createFakeSender } from './providers/fake/sender.ts';
import { createFakeProvider, type FakeProvider } from './providers/fake/provider.ts';
import type { Provider } from './providers/provider.ts';
import { testFolder } from './test-folder.ts';
import { checkReply } from './test-replies.ts';
import { copyEmptyStore } from './test-store.ts';
import type { DaemonOptions } from './daemon-options.ts';

export type Reply<Name extends RequestName> =
  RowOf<Name> extends infer R ? (R extends Request ? ReplyOf<R> : never) : never;

export const testStart = '2026-03-10T08:00:00.000Z';

export type TestAccount = { key: string; email: string; name: string; count?: number; enabled?: boolean };

export const ada: TestAccount = { key: 'ada', email: 'ada@example.test', name: 'Ada' };
export const bob: TestAccount = { key: 'bob', email: 'bob@example.test', name: 'Bob' };

export type TestSettings = {
  accounts?: readonly TestAccount[];
  /** Additional content of config.toml. */
  config?: string;
  /** Reopens the same data. */
  dataDir?: string;
  /** Delivers mail and sets faults before the daemon connects. */
  prepare?: (providers: Map<string, FakeProvider>) => void;
  options?: Partial<DaemonOptions>;
};

/**
 * A whole daemon on a temporary folder, with fake mail servers and a clock that is fixed at `testStart` in Berlin. It is
 * closed when the test ends.
 */
export async function testDaemon(t: Pick<TestContext, 'after'>, settings: TestSettings = {}) {
  const { accounts = [ada], config = '', dataDir = join(testFolder(), 'data'), prepare, options } = settings;
  const clock = movableClock(testStart);
  const providers = new Map(
    accounts.map(({ key, email, name, count = 0 }) => [
      key,
      createFakeProvider({ key, email, name, seed: 7, count, clock, anchor: new Date(testStart) }),
    ]),
  );
  const senders = new Map(accounts.map(({ key }) => [key, createFakeSender()]));
  prepare?.(providers);
  const configFile = join(dataDir, '..', 'config.toml');
  writeConfig(configFile, config, accounts);
  // Later edits of the file take effect through an explicit reload, not through the file watcher.
  let reloadConfig = (): void => undefined;
  const watch: WatchFile = (_file, onChange) => {
    reloadConfig = onChange;
    return () => undefined;
  };
  const copy = lastGoodCopy(dataDir, 'config.toml', silentLog);
  const live = openConfig({ configFile }, { log: silentLog, watch, copy });
  // A demo refuses a folder that contains anything else.
  if (!options?.isDemo) await copyEmptyStore(dataDir);
  const daemon = await openDaemon({
    paths: { instance: 'posthorn-test', dataDir },
    config: live,
    openProvider: async (key) => withoutClose(providers.get(key)!),
    openSender: async (key) => senders.get(key)!,
    log: silentLog,
    version: '0.0.0',
    clock,
    zone: 'Europe/Berlin',
    ...noInternet,
    watchKeyBindings: () => () => undefined,
    machine: neverSleepingMachine,
    automaticBackups: false,
    reserveBytes: 0,
    ...options,
  });
  t.after(() => daemon.close());
  const events = { ...daemon.events, ...eventRecorder(daemon.events) };
  daemon.begin();
  return {
    ...daemon,
    clock,
    config: live,
    configFile,
    reloadConfig: () => reloadConfig(),
    dataDir,
    events,
    visibleAccountIds: daemon.events.visibleAccountIds,
    /** The fake server of an account. */
    server: (key: string) => providers.get(key)!,
    /** The fake sender of an account. */
    sender: (key: string) => senders.get(key)!,
    async ask<Name extends RequestName>(name: Name, input: object = {}, caller: Caller = { origin: 'script' }) {
      const raw = await daemon.dispatch(name, input, caller);
      const reply = raw instanceof JsonText ? raw.value() : raw;
      checkReply(name, reply);
      return reply as Reply<Name>;
    },
    ...syncPasses(daemon, events, accounts.filter(({ enabled = true }) => enabled).length),
    /** Waits until the calendars in all mail have been read and their events have been announced. */
    async calendarsRead() {
      const { groups } = await this.ask('search.find', { q: 'has:invite', scope: 'messages', limit: 1000 });
      for (const { id } of groups.flatMap(({ rows }) => rows)) {
        const updates = () => events.all('MailUpdated');
        const isRead = async () => (await this.ask('invites.ofMessage', { message_id: id })).invite !== null;
        while (!updates().some(({ message_ids }) => message_ids.includes(id)) || !(await isRead()))
          await events.until('MailUpdated', updates().length + 1);
      }
    },
  };
}

/** No test accesses the internet. */
const noInternet = {
  fetch: async (url) => {
    throw new Failure('provider', 'unreachable', `No test reaches ${url}.`);
  },
  fetchEndpoint: async (url) => {
    throw new Failure('provider', 'unreachable', `No test reaches ${url}.`);
  },
  resolveTxt: async (name) => {
    throw new Error(`No test asks the DNS for ${name}.`);
  },
} satisfies Partial<DaemonOptions>;

function writeConfig(file: string, config: string, accounts: readonly TestAccount[]): void {
  const toml = accounts.map(
    ({ key, email, name, enabled = true }) =>
      `[accounts.${key}]\nname = "${name}"\nemail = "${email}"\nenabled = ${enabled}\n[accounts.${key}.sync]\ntype = "fake"\n[accounts.${key}.send]\ntype = "fake"\n`,
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${config}\n${toml.join('\n')}`);
}

/** Waits for the sync passes of the enabled accounts. */
function syncPasses(
  { dispatch, whenIndexed }: Pick<Daemon, 'dispatch' | 'whenIndexed'>,
  events: Pick<ReturnType<typeof eventRecorder>, 'all' | 'until'>,
  enabledCount: number,
) {
  const finished = () => events.all('SyncFinished');
  return {
    /** Waits until every enabled account has been synced and the index is up to date. */
    async synced() {
      // One account may finish again before another has finished for the first time.
      while (new Set(finished().map(({ account_id }) => account_id)).size < enabledCount)
        await events.until('SyncFinished', finished().length + 1);
      await whenIndexed();
    },
    /**
     * Syncs every account again from the beginning, because a pass that is under way may have seen an earlier state of the
     * server.
     */
    async resync() {
      const startedPasses = events.all('SyncStarted').length;
      if (startedPasses > 0) await events.until('SyncFinished', startedPasses);
      const before = finished().length;
      await dispatch('sync.start', {}, { origin: 'script' });
      await events.until('SyncFinished', before + enabledCount);
      await whenIndexed();
    },
  };
}

/** A process that is slowed down by other tests must not count as a computer that has slept. */
const neverSleepingMachine: Machine = { clock: movableClock(testStart), addresses: () => ['192.0.2.1'] };

/** A server outlives its connections: a closed connection can be opened again. */
function withoutClose(provider: FakeProvider): Provider {
  return { ...provider, close: async () => undefined };
}

export type TestDaemon = Awaited<ReturnType<typeof testDaemon>>;

/** Records every event, and waits for the nth of a kind. */
function eventRecorder({ subscribe }: Pick<TestDaemonEvents, 'subscribe'>) {
  const recordedEvents: Event[] = [];
  const waiting = new Set<() => void>();
  subscribe((recorded) => {
    recordedEvents.push(...recorded);
    for (const check of waiting) check();
  });
  const all = <K extends EventKind>(kind: K) =>
    recordedEvents.filter((event): event is Extract<Event, { event: K }> => event.event === kind);
  return {
    recordedEvents,
    all,
    until: <K extends EventKind>(kind: K, count = 1) =>
      new Promise<Extract<Event, { event: K }>>((resolve) => {
        const check = () => {
          const found = all(kind)[count - 1];
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}

type TestDaemonEvents = { subscribe(listener: (events: readonly Event[]) => void): () => void };

/** A raw message. Header names are given unchanged; `date` is in minutes before `testStart`. */
export function mail(fields: {
  from: string;
  subject: string;
  text: string;
  id?: string;
  minutesAgo?: number;
  headers?: Record<string, string>;
}): Buffer {
  const { from, subject, text, id, minutesAgo = 60, headers = {} } = fields;
  const date = new Date(Date.parse(testStart) - minutesAgo * 60_000);
  const lines = {
    From: from,
    To: 'ada@example.test',
    Subject: subject,
    Date: date.toUTCString(),
    ...(id && { 'Message-ID': `<${id}>` }),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${head.join('')}\r\n${text.replaceAll('\n', '\r\n')}\r\n`);
}
