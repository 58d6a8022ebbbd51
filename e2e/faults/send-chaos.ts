import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { randomFrom, type Random } from '../../daemon/providers/fake/random.ts';
import { until } from '../../daemon/test-ceiling.ts';
import { accountOf, syncCeilingMs } from '../peers/daemon-on-dovecot.ts';
import { openSecondClient } from '../peers/second-client.ts';
import { makeHome, RefusedAsk, startDaemon, type DaemonProcess, type Home } from '../process.ts';
import type { Post } from '../servers/postfix.ts';
import { startProxy, type Proxy } from '../servers/proxy.ts';
import { complaintsIn } from './kills.ts';

/** What was made to go wrong, and what became of the mail; `faults` is what is wrong in the end, a sentence each. */
export type SendAftermath = {
  sent: number;
  failed: number;
  inDoubt: number;
  kills: number;
  cuts: number;
  faults: string[];
};

export type SendChaosWish = {
  post: Post;
  sends: number;
  kills: number;
  /** So many drafts are given to the outbox at a time; while they go, something goes wrong. */
  atOnce: number;
  seed: number;
  onTrouble?: (what: string) => void;
};

type Entry = { draft_id: string; send_id: string; state: string; trouble: unknown; ended_at: string | null };
type Letter = { draft_id: string; subject: string };

type Scene = {
  home: Home;
  post: Post;
  proxy: Proxy;
  random: Random;
  daemon: DaemonProcess;
  account_id: string;
};

/**
 * Alice sends letters to Bob through a real Postfix, while the line to it breaks after a random number of bytes, said or
 * heard, and the daemon is killed (`kill -9`) in the middle of sends. In the end every letter that is said to be sent lies
 * in Bob's inbox and in Alice's Sent exactly once, nothing lies anywhere twice, and every other is said to have failed or
 * to be in doubt.
 */
export async function surviveSends({
  post,
  sends,
  kills,
  atOnce,
  seed,
  onTrouble = () => undefined,
}: SendChaosWish): Promise<SendAftermath> {
  const [alice, bob] = post.dovecot.users;
  if (!alice || !bob) throw new Error('The mail server has no users.');
  const proxy = await startProxy(post.postfix.port);
  const home = makeHome([{ ...accountOf(post.dovecot, alice), smtpPort: proxy.port }]);
  const random = randomFrom(seed);
  const scene: Scene = { home, post, proxy, random, daemon: await startDaemon(home, post.dovecot), account_id: '' };
  const told = { kills: 0, cuts: 0 };
  try {
    scene.account_id = (await scene.daemon.ask('accounts.list', {})).accounts[0]?.account_id ?? '';
    const letters: Letter[] = [];
    const rounds = Math.ceil(sends / atOnce);
    for (let round = 0; round < rounds; round++) {
      const some = await written(scene, Math.min(atOnce, sends - letters.length), letters.length);
      letters.push(...some);
      const isKill = Math.floor(((round + 1) * kills) / rounds) > told.kills;
      if (isKill)
        onTrouble(`kill ${++told.kills}: ${await killWhile(scene, some)} ms after ${some.length} were to be sent`);
      else onTrouble(`cut ${++told.cuts}: after ${await cutWhile(scene, some)} bytes`);
      await settle(scene, some);
    }
    await settle(scene, letters);
    const faults = await judge(scene, letters);
    const states = [...(await entriesOf(scene, letters)).values()].map(({ state }) => state);
    await scene.daemon.stop();
    const count = (state: string) => states.filter((each) => each === state).length;
    return {
      ...told,
      sent: count('sent'),
      failed: count('failed'),
      inDoubt: count('unknown'),
      faults: [...faults, ...complaintsIn(home)],
    };
  } finally {
    await scene.daemon.kill();
    await proxy.stop();
    home.remove();
  }
}

async function written({ daemon, account_id, random }: Scene, count: number, from: number): Promise<Letter[]> {
  const letters: Letter[] = [];
  for (let number = from; number < from + count; number++) {
    const subject = `Letter ${number}`;
    const body_markdown = `${subject}\n\n${'All work and no play. '.repeat(random.below(60))}`;
    const to = [{ email: 'bob@example.test' }];
    const { draft } = await daemon.ask('drafts.saveLocal', {
      id: randomUUID(),
      account_id,
      to,
      subject,
      body_markdown,
    });
    letters.push({ draft_id: draft.id, subject });
  }
  return letters;
}

/** Asks for the sends and waits for none: who is killed answers nobody. */
function sendAll({ daemon }: Scene, letters: readonly Letter[]): Promise<unknown> {
  return Promise.allSettled(letters.map(({ draft_id }) => daemon.ask('outbox.sendStored', { draft_id })));
}

async function killWhile(scene: Scene, letters: readonly Letter[]): Promise<number> {
  const { random, home, post } = scene;
  const ms = random.below(700);
  const asked = sendAll(scene, letters);
  await wait(ms);
  await scene.daemon.kill();
  await asked;
  scene.daemon = await startDaemon(home, post.dovecot);
  return ms;
}

/** What is said with a letter is some 2,500 bytes, what is heard some 5,000. */
async function cutWhile(scene: Scene, letters: readonly Letter[]): Promise<string> {
  const { random, proxy } = scene;
  const isSaid = random.chance(0.6);
  const bytes = random.below(letters.length * (isSaid ? 4_000 : 5_500));
  if (isSaid) proxy.cutAfterSaid(bytes);
  else proxy.cutAfter(bytes);
  await sendAll(scene, letters);
  proxy.cut();
  return `${bytes} ${isSaid ? 'said' : 'heard'}`;
}

/** Until each of these is sent, copy and all, has failed or is in doubt. What waits for a later try is tried at once. */
async function settle(scene: Scene, letters: readonly Letter[]): Promise<void> {
  let entries = new Map<string, Entry>();
  await until(
    'every send has an outcome',
    async () => {
      entries = await entriesOf(scene, letters);
      let isQuiet = true;
      for (const { draft_id } of letters) {
        const entry = entries.get(draft_id);
        // The request was lost with the process that heard it.
        if (!entry) await scene.daemon.ask('outbox.sendStored', { draft_id }).catch(ignoreFailed);
        else if (entry.state === 'queued' && entry.trouble !== null) await retry(scene, entry);
        isQuiet &&= entry !== undefined && isSettled(entry);
      }
      if (!isQuiet) await wait(50);
      return isQuiet;
    },
    { withinMs: syncCeilingMs },
  ).catch(async (late: unknown) => {
    const { sync_statuses } = await scene.daemon.ask('admin.status', {});
    const open = [...entries.values()].filter((entry) => !isSettled(entry));
    throw new Error(`These never got an outcome: ${JSON.stringify({ open, sync_statuses })}`, { cause: late });
  });
}

function isSettled({ state, ended_at }: Entry): boolean {
  return state === 'failed' || state === 'unknown' || (state === 'sent' && ended_at !== null);
}

async function retry({ daemon }: Scene, { send_id }: Entry): Promise<void> {
  await daemon.ask('outbox.retry', { send_id }).catch(ignoreFailed);
}

function ignoreFailed(thrown: unknown): void {
  if (!(thrown instanceof RefusedAsk)) throw thrown;
}

/** The last way out of each draft. */
async function entriesOf({ daemon }: Scene, letters: readonly Letter[]): Promise<Map<string, Entry>> {
  const { sends } = await daemon.ask('outbox.list', { limit: 1000 });
  const wanted = new Set(letters.map(({ draft_id }) => draft_id));
  return new Map(
    sends
      .toReversed()
      .filter(({ draft_id }) => wanted.has(draft_id))
      .map((each) => [each.draft_id, each]),
  );
}

async function judge(scene: Scene, letters: readonly Letter[]): Promise<string[]> {
  const { post } = scene;
  const [alice, bob] = post.dovecot.users;
  const entries = await entriesOf(scene, letters);
  const clients = [await openSecondClient(post.dovecot, bob!), await openSecondClient(post.dovecot, alice!)] as const;
  try {
    const isSent = ({ draft_id }: Letter) => entries.get(draft_id)?.state === 'sent';
    let arrived = new Map<string, number>();
    await until('all that was sent has arrived', async () => {
      arrived = await subjectsIn(clients[0], 'INBOX');
      return letters.every((letter) => !isSent(letter) || arrived.has(letter.subject));
    }).catch(() => undefined);
    const copies = await subjectsIn(clients[1], 'Sent');
    return letters.flatMap((letter) => {
      const state = entries.get(letter.draft_id)?.state ?? 'nowhere';
      const [here, copied] = [arrived.get(letter.subject) ?? 0, copies.get(letter.subject) ?? 0];
      const isRight =
        state === 'sent'
          ? here === 1 && copied === 1
          : state === 'unknown'
            ? here <= 1 && copied === 0
            : state === 'failed' && here === 0;
      return isRight
        ? []
        : [`${letter.subject} is ${state}; it arrived ${here} times and lies in Sent ${copied} times.`];
    });
  } finally {
    for (const client of clients) await client.logout();
  }
}

async function subjectsIn(client: ImapFlow, folder: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const { exists } = await client.mailboxOpen(folder, { readOnly: true });
  if (exists === 0) return counts;
  for await (const { envelope } of client.fetch('1:*', { envelope: true })) {
    const subject = envelope?.subject ?? '';
    counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  return counts;
}
