import { join } from 'node:path';
import { randomFrom } from '../../daemon/demo/random.ts';
import { openReadOnly, sql } from '../../daemon/store/db.ts';
import { until } from '../../daemon/test-until.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotAccount, syncCeilingMs, untilSynced } from '../peers/support/dovecot-account.ts';
import { openSecondClient } from '../peers/support/second-client.ts';
import { buildMessage } from '../peers/support/test-messages.ts';
import { killAt } from './sync-kills.ts';

type RuleKills = {
  dovecot: Dovecot;
  user: MailUser;
  /** Mail that is there before the first sync, and mail that arrives later. */
  before: number;
  arriving: number;
  kills: number;
  seed: number;
  onKill?: (kill: { number: number; stored: number }) => void;
};

/** What each subject means to the rules. */
const kinds = ['invoice', 'order', 'urgent', 'lunch'] as const;
const ruleForms = [
  { name: 'invoices', condition: 'subject:invoice', action: 'add-label:Bills, mark-read' },
  { name: 'orders', condition: 'subject:order', action: 'move:Orders' },
  { name: 'urgent', condition: 'subject:urgent body:number', action: 'star' },
];

function numberedMessage(number: number, era: string): Buffer {
  const kind = kinds[number % kinds.length];
  return buildMessage({
    id: `${era}-${number}@rules.example`,
    subject: `${era} ${kind} ${number}`,
    text: `This is number ${number}.`,
    sentAt: Math.floor(Date.now() / 1000),
  });
}

/**
 * Lets mail arrive while the daemon is killed (`kill -9`) again and again, then lets it finish. Returns a sentence for each
 * message to which a rule was not applied exactly once, in the store and on the server.
 */
export async function runRuleKills({
  dovecot,
  user,
  before,
  arriving,
  kills,
  seed,
  onKill,
}: RuleKills): Promise<string[]> {
  const random = randomFrom(seed);
  const home = makeHome([dovecotAccount(dovecot, user)]);
  try {
    dovecot.seed(
      user.user,
      'INBOX',
      Array.from({ length: before }, (_, number) => numberedMessage(number, 'old')),
    );
    await makeRulesAndSync(home, dovecot);
    let arrived = 0;
    for (let number = 1; number <= kills; number++) {
      const next = Math.floor((arriving * number) / kills);
      const messages = Array.from({ length: next - arrived }, (_, each) => numberedMessage(arrived + each, 'new'));
      dovecot.seed(user.user, 'INBOX', messages);
      // One kill of five falls into the start of a process, the others into the arrival and what the rules do then.
      const early = number % 5 === 3;
      const afterStored = before + arrived + Math.ceil(random.fraction() * messages.length);
      await killAt(early ? { delayMs: random.between(300, 3_000) } : { afterStored, delayMs: random.below(600) }, {
        home,
        start: dovecot,
      });
      arrived = next;
      onKill?.({ number, stored: storedMessages(home) - before });
    }
    const last = await startDaemon(home, dovecot);
    try {
      await untilHandled(last, { home, messages: before + arriving });
    } finally {
      await last.stop();
    }
    return [...storeFaults(home, arriving), ...(await serverFaults(dovecot, user, { before, arriving }))];
  } finally {
    home.remove();
  }
}

/** The rules are there before any mail is, and apply to none of the first sync. */
async function makeRulesAndSync(home: Home, dovecot: Dovecot): Promise<void> {
  const began = new Date();
  const daemon = await startDaemon(home, dovecot);
  try {
    for (const form of ruleForms) await daemon.ask('rules.upsertForm', { ...form, priority: 1, enabled: true });
    await untilSynced(daemon, began);
  } finally {
    await daemon.kill();
  }
}

function storedMessages({ dataDir }: Home): number {
  const db = openReadOnly(join(dataDir, 'mail.db'));
  try {
    return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM messages`)?.n ?? 0;
  } finally {
    db.close();
  }
}

async function untilHandled(
  daemon: DaemonProcess,
  { home, messages }: { home: Home; messages: number },
): Promise<void> {
  await until('all mail is stored', () => storedMessages(home) >= messages, { withinMs: syncCeilingMs, everyMs: 250 });
  const isDone = async () => {
    const { waiting } = await daemon.ask('mutations.history', { limit: 1 });
    return waiting === 0 && waitingForRules(home) === 0;
  };
  await until('every change has reached the server', isDone, { withinMs: syncCeilingMs, everyMs: 250 });
}

function waitingForRules({ dataDir }: Home): number {
  const db = openReadOnly(join(dataDir, 'mail.db'));
  try {
    return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM rule_arrivals`)?.n ?? 0;
  } finally {
    db.close();
  }
}

const ruleOf: Record<string, string | undefined> = { invoice: 'invoices', order: 'orders', urgent: 'urgent' };

/** Each new message has the operation of its rule once, and old mail has none. */
function storeFaults({ dataDir }: Home, arriving: number): string[] {
  const db = openReadOnly(join(dataDir, 'mail.db'));
  try {
    const rows = db.all<{ subject: string; rules: string | null }>(sql`
      SELECT m.subject, (SELECT group_concat(mu.about ->> '$.rule_name', ',') FROM operations o
        JOIN mutations mu ON mu.id = o.mutation WHERE o.message = m.id AND mu.kind = 'rule') AS rules
      FROM messages m`);
    const newMail = rows.filter(({ subject }) => subject.startsWith('new'));
    const faults = rows.flatMap(({ subject, rules }) => {
      const [era = '', kind = ''] = subject.split(' ');
      const expected = era === 'new' ? (ruleOf[kind] ?? null) : null;
      return rules === expected
        ? []
        : [`“${subject}” was handled by ${rules ?? 'no rule'} instead of ${expected ?? 'none'}.`];
    });
    return newMail.length === arriving ? faults : [...faults, `${newMail.length} new messages instead of ${arriving}.`];
  } finally {
    db.close();
  }
}

/** The numbers of messages in the folders of the server. */
async function serverFaults(
  dovecot: Dovecot,
  user: MailUser,
  { before, arriving }: Pick<RuleKills, 'before' | 'arriving'>,
): Promise<string[]> {
  const client = await openSecondClient(dovecot, user);
  const countOf = async (path: string) => {
    const status = await client.status(path, { messages: true });
    return (status && status.messages) || 0;
  };
  const ofKind = (kind: number) => Math.floor((arriving - kind + kinds.length - 1) / kinds.length);
  const [invoices, orders] = [ofKind(0), ofKind(1)];
  const expected = { INBOX: before + arriving - orders, Bills: invoices, Orders: orders };
  const faults: string[] = [];
  for (const [folder, count] of Object.entries(expected)) {
    const found = await countOf(folder);
    if (found !== count) faults.push(`${folder} has ${found} messages on the server instead of ${count}.`);
  }
  await client.logout();
  return faults;
}
