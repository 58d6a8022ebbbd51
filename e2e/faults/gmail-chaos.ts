import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom, type Random } from '../../daemon/demo/random.ts';
import { sql, type ReadDb } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { startGmailServer, type GmailServer } from '../../testing/servers/gmail/server.ts';
import { startProxy } from '../../testing/servers/proxy.ts';
import { RefusedRequestError } from '../daemon-process.ts';
import { gmailContents } from '../peers/support/gmail-contents.ts';
import { randomActor } from '../peers/support/random-actor.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import { buildMessage } from '../peers/support/test-messages.ts';
import { startGmailProcess, type GmailProcess } from './gmail-process.ts';

type GmailChaosOptions = {
  messages: number;
  /** Changes by the user and by another program, sends included. */
  changes: number;
  kills: number;
  cuts: number;
  seed: number;
  onDisruption?: (what: string) => void;
};

type GmailChaosResult = {
  /** A sentence for each fault at the end. */
  faults: string[];
  sends: number;
  sent: number;
  inDoubt: number;
  requests: number;
};

/** The longest time until everything is carried out at the end, in milliseconds. */
const settleLimitMs = 600_000;

/**
 * Changes a Gmail mailbox from both sides while the daemon is killed and its connections are cut, and compares store and server
 * when all is quiet.
 */
export async function runGmailChaos(options: GmailChaosOptions): Promise<GmailChaosResult> {
  const random = randomFrom(options.seed);
  const server = await startGmailServer();
  const proxy = await startProxy(server.port);
  const origin = `http://127.0.0.1:${proxy.port}`;
  const dataDir = join(testFolder(), 'data');
  const other = otherProgram(server, random);
  for (let count = 0; count < options.messages; count++) await other.deliver();
  let daemon = await startGmailProcess(origin, dataDir);
  await synced(daemon);
  const reader = openReader(storeFiles(dataDir));
  const actor = randomActor(reader, random);
  const subjects: string[] = [];
  const disruptions = [...Array<'kill'>(options.kills).fill('kill'), ...Array<'cut'>(options.cuts).fill('cut')];
  const plan = new Map(disruptions.map((kind) => [random.below(options.changes), kind] as const));
  try {
    for (let change = 0; change < options.changes; change++) {
      const kind = plan.get(change);
      if (kind === 'cut') proxy.breakAfterReceived(random.below(3_000));
      if (kind) options.onDisruption?.(`${kind} before change ${change}`);
      const dice = random.below(20);
      if (dice < 10) await other.change();
      else if (dice < 19) await refusedIsFine(() => actor.act(daemon));
      else await refusedIsFine(() => send(daemon, subjects));
      if (kind !== 'kill') continue;
      await wait(random.below(60));
      await daemon.kill();
      daemon = await startGmailProcess(origin, dataDir);
    }
    await settled(daemon, reader);
    const { sends } = await daemon.ask('outbox.list', {});
    await daemon.kill();
    const states = new Map(sends.map(({ draft_id, state }) => [draft_id, state]));
    return {
      faults: [...auditStore(dataDir, gmailContents(server, dataDir)), ...sendFaults(server, subjects)],
      sends: subjects.length,
      sent: sentSubjects(server).length,
      inDoubt: [...states.values()].filter((state) => state === 'unknown').length,
      requests: server.requests.length,
    };
  } finally {
    reader.close();
    await daemon.kill();
    await proxy.stop();
    await server.stop();
  }
}

async function refusedIsFine(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof RefusedRequestError)) throw thrown;
  }
}

async function send({ ask }: GmailProcess, subjects: string[]): Promise<void> {
  const subject = `Send ${subjects.length + 1}`;
  const { session } = await ask('compose.open', { kind: 'new', to: 'ben@people.example', subject, body: 'Dear Ben' });
  subjects.push(subject);
  await ask('outbox.sendStored', { draft_id: session.draftId });
}

/** Another program that changes the mailbox. */
function otherProgram(server: GmailServer, random: Random) {
  let delivered = 0;
  const start = Date.parse('2026-03-01T08:00:00Z');
  const deliver = async () => {
    const sentAt = start / 1000 + ++delivered * 60;
    const bytes = buildMessage({
      id: `${delivered}@gmail.example`,
      subject: `Letter ${delivered}`,
      text: 'Hello.',
      sentAt,
    });
    const labelIds = ['INBOX', ...(random.below(2) === 0 ? ['UNREAD'] : [])];
    const internalDate = String(sentAt * 1000);
    await server.call('POST', '/messages', { raw: bytes.toString('base64url'), labelIds, internalDate });
  };
  const own = () => server.mail.labels.all().filter(({ type }) => type === 'user');
  const changes: Record<string, () => Promise<unknown>> = {
    deliver,
    async label() {
      const label = random.below(own().length + 1);
      const id = own()[label]?.gmail_id ?? 'STARRED';
      await modify(random.below(2) === 0 ? { addLabelIds: [id] } : { removeLabelIds: [id] });
    },
    read: () => modify({ removeLabelIds: ['UNREAD'] }),
    unread: () => modify({ addLabelIds: ['UNREAD'] }),
    archive: () => modify({ removeLabelIds: ['INBOX'] }),
    inbox: () => modify({ addLabelIds: ['INBOX'], removeLabelIds: ['TRASH', 'SPAM'] }),
    trash: () => modify({ addLabelIds: ['TRASH'], removeLabelIds: ['INBOX'] }),
    async remove() {
      const message = anyMessage();
      if (message && random.below(4) === 0) await server.call('DELETE', `/messages/${message.gmail_id}`);
    },
    async labels() {
      const dice = random.below(6);
      const [first] = own();
      if (own().length < 4) await server.call('POST', '/labels', { name: `Label ${random.below(1_000_000)}` });
      else if (dice === 0 && first) await server.call('DELETE', `/labels/${first.gmail_id}`);
      else if (dice === 1 && first)
        await server.call('PATCH', `/labels/${first.gmail_id}`, { name: `Renamed ${random.below(1_000_000)}` });
    },
  };
  /** Not what Posthorn is about to send. */
  const anyMessage = () => {
    const messages = server.mail.messages.all().filter(({ subject }) => subject.startsWith('Letter'));
    return messages.length === 0 ? undefined : random.pick(messages);
  };
  const modify = async (edit: object) => {
    const message = anyMessage();
    if (message) await server.call('POST', `/messages/${message.gmail_id}/modify`, edit);
  };
  return { deliver, change: () => changes[random.pick(Object.keys(changes))]?.() };
}

async function synced({ ask }: GmailProcess): Promise<void> {
  const since = new Date().toISOString();
  await until(
    'the mailbox is synced and indexed',
    async () => {
      const { sync_statuses, search_coverage } = await ask('admin.status', {});
      const [status] = sync_statuses;
      if (!status || status.sync_in_progress) return false;
      const hasEnded = status.last_success_at !== null && (status.last_attempt_at ?? '') >= since;
      if (!hasEnded) await ask('sync.start', {});
      return hasEnded && search_coverage.indexed === search_coverage.stored;
    },
    { withinMs: settleLimitMs },
  );
}

/** Waits until every change and send is carried out and synced. */
async function settled(daemon: GmailProcess, reader: ReadDb): Promise<void> {
  const isCarriedOut = async () => {
    const { sends } = await daemon.ask('outbox.list', {});
    const open = reader.get<{ n: number }>(
      sql`SELECT count(*) AS n FROM operations WHERE state IN ('new', 'queued', 'sending', 'unsure')`,
    );
    return open?.n === 0 && sends.every(({ state }) => state !== 'queued' && state !== 'sending');
  };
  await until(
    'all changes are carried out',
    async () => {
      await synced(daemon);
      return isCarriedOut();
    },
    { withinMs: settleLimitMs },
  );
  await synced(daemon);
}

function sentSubjects({ mail }: GmailServer): string[] {
  return mail.messages
    .all()
    .filter(({ label_ids }) => label_ids.includes('SENT'))
    .map(({ subject }) => subject);
}

function sendFaults(server: GmailServer, subjects: readonly string[]): string[] {
  const sent = sentSubjects(server);
  return subjects.flatMap((subject) => {
    const count = sent.filter((each) => each === subject).length;
    return count > 1 ? [`${subject} was sent ${count} times.`] : [];
  });
}
