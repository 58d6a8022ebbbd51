import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { testModelFolder } from '../../daemon/features/semantic/test-semantic.ts';
import { endlessWord } from '../../daemon/models/test-model.ts';
import { until } from '../../daemon/test-until.ts';
import { startDaemon, type DaemonProcess } from '../daemon-process.ts';
import { buildMessage } from '../peers/support/test-messages.ts';
import { openOneAccount, type OneAccount } from './one-account.ts';

/** What is done while a model hangs. */
export const hungEmbedderActs = ['search', 'read', 'sync', 'send'] as const;
/** How long each act took, in milliseconds, round by round. */
type ActTimes = Record<(typeof hungEmbedderActs)[number], number[]>;

/**
 * What happened before the embedder hung over a message, before that but beside another process that keeps a core busy, and while it
 * hung. `mode` and `notes` are those of a search by meaning meanwhile,
 * `searchMs` how long it took, `endMs` how long the daemon took to end.
 */
type HungEmbedderResult = {
  before: ActTimes;
  besideBusyCore: ActTimes;
  during: ActTimes;
  mode: string;
  notes: string[];
  searchMs: number;
  endMs: number;
};

const profile = 'bge-small-en-v1.5';
/** Often enough for what is measured. */
const polling = { everyMs: 5 };

/**
 * Searches by words, reads a conversation, syncs a message and sends one, `rounds` times each: before a message arrives over which the model computes without
 * end, and meanwhile. Then it asks the daemon to end. Throws if any of it does not succeed. Waits are shortened unless the built product is used.
 */
export async function runHungEmbedder({
  rounds,
  isBundled = false,
}: {
  rounds: number;
  isBundled?: boolean;
}): Promise<HungEmbedderResult> {
  const account = await openOneAccount({ config: '[send]\nundo_seconds = 0\n' });
  const { home, caFile } = account;
  for (let at = 0; at < 30; at++) deliver(account, `Harbour ${at}`, `The ledger of the harbour, page ${at}.`);
  const daemon = await startDaemon(home, { caFile, isBundled, hasShortWaits: !isBundled });
  try {
    await daemon.ask('semantic.installFrom', { profile, folder: testModelFolder() });
    await untilEmbedded(daemon, 30);
    const acts = createActs(daemon, account);
    await acts(1);
    const before = await acts(rounds);
    const besideBusyCore = await besideLoop(() => acts(rounds));
    // A long wait for the embedder can then only be a hang.
    await untilEmbedded(daemon, delivered);
    deliver(account, 'Endless', `This is a ${endlessWord}.`);
    await daemon.ask('sync.start', {});
    await until('the embedder hangs', async () => (await embedderWaitsMs(daemon)) > 1_000);
    const during = await acts(rounds);
    const begunMs = performance.now();
    const { mode, explain } = await daemon.ask('search.find', { q: 'harbour', mode: 'hybrid', explain: true });
    const searchMs = performance.now() - begunMs;
    if ((await embedderWaitsMs(daemon)) === 0) throw new Error('The embedder does not hang.');
    return { before, besideBusyCore, during, mode, notes: explain?.notes ?? [], searchMs, endMs: await end(daemon) };
  } finally {
    await daemon.kill();
    await account.end();
  }
}

/** Does something while another process, of the lowest priority, computes without end. */
async function besideLoop<T>(work: () => Promise<T>): Promise<T> {
  const loop = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  try {
    if (loop.pid !== undefined) setPriority(loop.pid, constants.priority.PRIORITY_LOW);
    return await work();
  } finally {
    loop.kill('SIGKILL');
  }
}

let delivered = 0;

function deliver({ mailbox }: OneAccount, subject: string, text: string): void {
  mailbox.deliver('INBOX', buildMessage({ id: `hung.${++delivered}@odd.example`, subject, text }));
}

async function untilEmbedded(daemon: DaemonProcess, messages: number): Promise<void> {
  await until('all mail is embedded', async () => {
    const { total_messages } = await daemon.ask('admin.status', {});
    const { status, activated_at, progress_completed, progress_total } = await recordOf(daemon);
    const isComplete = status === 'ready' && activated_at !== null && progress_completed === progress_total;
    return total_messages >= messages && progress_total >= messages && isComplete;
  });
}

async function recordOf(daemon: DaemonProcess) {
  const { status } = await daemon.ask('semantic.status', {});
  return status.profiles.find((each) => each.profile === profile)!;
}

async function embedderWaitsMs(daemon: DaemonProcess): Promise<number> {
  const { report } = await daemon.ask('diagnostics.report', {});
  return report.workers.find(({ name }) => name === 'embedder')?.waiting_ms ?? 0;
}

function createActs(daemon: DaemonProcess, account: OneAccount) {
  const found = async (q: string) => (await daemon.ask('search.find', { q, mode: 'lexical', scope: 'messages' })).total;
  let number = 0;
  const acts = {
    async search() {
      if ((await found('ledger')) < 30) throw new Error('A search by words found too little.');
    },
    async read() {
      const { groups } = await daemon.ask('search.find', { q: 'subject:harbour', mode: 'lexical', limit: 1 });
      const [row] = groups.flatMap(({ rows }) => rows);
      const { bodies } = await daemon.ask('threads.get', { thread_id: row?.thread_id ?? '' });
      if (!bodies.some(({ text_plain }) => text_plain?.includes('ledger'))) throw new Error('A message has no text.');
    },
    async sync() {
      const subject = `Arrival${++number}`;
      deliver(account, subject, 'It has just arrived.');
      await daemon.ask('sync.start', {});
      await until(`${subject} is found`, async () => (await found(`subject:${subject}`)) === 1, polling);
    },
    async send() {
      const { accounts } = await daemon.ask('accounts.list', {});
      const [id, count] = [crypto.randomUUID(), account.sink.messages.length];
      const to = [{ email: 'bob@example.test' }];
      const account_id = accounts[0]?.account_id ?? '';
      await daemon.ask('drafts.saveLocal', { id, account_id, to, subject: 'Hello', body_markdown: 'See you soon.' });
      await daemon.ask('outbox.sendStored', { draft_id: id });
      await until('the message is sent', () => account.sink.messages.length > count, polling);
    },
  };
  return async (rounds: number): Promise<ActTimes> => {
    const times: ActTimes = { search: [], read: [], sync: [], send: [] };
    for (let round = 0; round < rounds; round++)
      for (const act of hungEmbedderActs) {
        const begunMs = performance.now();
        await acts[act]();
        times[act].push(performance.now() - begunMs);
      }
    return times;
  };
}

/** Asks the daemon to end, and returns how long that takes, in milliseconds. Throws if it does not end in an orderly way. */
async function end(daemon: DaemonProcess): Promise<number> {
  const begunMs = performance.now();
  await daemon.stop();
  return performance.now() - begunMs;
}
