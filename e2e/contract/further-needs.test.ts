import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RequestName } from '../../daemon/contract.ts';
import { destructiveActions } from '../../daemon/contract/define.ts';
import { daemonWithMessages, type MessagesDaemon } from '../../daemon/features/mutations/test-mutations.ts';
import { mail } from '../../daemon/test-daemon.ts';
import { expectedRows } from './policy-expectations.ts';

/*
 * What the table says that a request needs besides its category is what its handler asks for: an agent without exactly this
 * is refused, and the refusal names it. That handlers ask for nothing else is checked by dispatch with every request of every test.
 */

const agent = { origin: 'agent' } as const;
const messageCount = 120;

/** Returns the input of the request, after what the owner has to do first. */
type Case = (daemon: MessagesDaemon) => object | Promise<object>;
/** By request, and by what is needed besides. */
const cases: Partial<Record<RequestName, Record<string, Case>>> = {
  'mutations.labels': {
    archive: about({ remove: ['INBOX'] }),
    move: about({ add: ['House'], remove: ['INBOX'] }),
    trash: about({ add: ['TRASH'] }),
    spam: about({ add: ['Junk'] }),
  },
  'mutations.move': { trash: about({ target_label: 'Trash' }), spam: about({ target_label: 'Junk' }) },
  'mutations.route': {
    move: about({ to_label: 'Trash', from_queue_label: 'INBOX', archive: true }),
    trash: about({ to_label: 'Trash', from_queue_label: 'INBOX' }),
    spam: about({ to_label: 'Junk', from_queue_label: 'INBOX' }),
  },
  'mutations.undo': {
    archive: undoOf('mutations.archive'),
    trash: undoOf('mutations.trash'),
    spam: undoOf('mutations.spam'),
    move: undoOf('mutations.move', { target_label: 'House' }),
    async delete_label(daemon) {
      const account_id = await accountOf(daemon);
      await daemon.ask('labels.remove', { name: 'House', account_id });
      const [made] = (await daemon.ask('mutations.history', { limit: 1 })).mutations;
      return { mutation_id: made?.mutation_id };
    },
  },
  'rules.apply': {
    archive: byRule({ type: 'archive' }),
    move: byRule({ type: 'move', label: 'Attic' }),
    spam: byRule({ type: 'add_label', label: 'Junk' }),
  },
  'rules.upsert': { archive: ruleThat({ type: 'archive' }), move: ruleThat({ type: 'move', label: 'Attic' }) },
  'rules.upsertForm': { archive: formThat('archive'), move: formThat('move:Attic') },
  'snooze.create': { archive: about({ until: 'tomorrow' }) },
  'subscriptions.unsubscribe': { send: aboutList },
  'subscriptions.purge': { archive: aboutList, send: aboutList },
  'jobs.cancel': {
    archive: jobOf('mutations.archive'),
    trash: jobOf('mutations.trash'),
    spam: jobOf('mutations.spam'),
    move: jobOf('mutations.move', { target_label: 'Attic' }),
  },
};

/** Needed of the owner alone: an agent is refused such a rule before, with `rule_for_people`, and imports none. */
const askedOfPeople = ['rules.apply trash', 'rules.upsert trash', 'rules.upsertForm trash'];
/** The request is answered without it. Their features test that the model is then not asked. */
const leftOut = ['deliveries.scan model', 'relationships.rebuild model'];
/** `effectsOfUndo` is the same as for `mutations.undo`; a label is deleted without a job that could be cancelled. */
const sameAsUndo = ['jobs.cancel delete_label'];

describe('what requests need besides their category', () => {
  let daemon: MessagesDaemon;
  const closes: (() => unknown)[] = [];
  before(async () => {
    daemon = await daemonWithMessages(
      { after: (close: () => unknown) => void closes.unshift(close) },
      { messageCount, config, prepare: (servers) => servers.get('ada')?.control.deliver(listMessage) },
    );
    const account_id = await accountOf(daemon);
    await daemon.ask('labels.create', { name: 'Attic', account_id });
  });
  after(async () => {
    for (const close of closes) await close();
  });

  test('each is asked for (checklist 87, 88)', async () => {
    for (const [name, needs] of Object.entries(cases)) {
      for (const [need, prepareInput] of Object.entries(needs)) {
        await allowAllBut(need);
        const input = await prepareInput(daemon);
        const pattern = need === 'send' ? /allow_send/ : new RegExp(`"${need}"`);
        await assert.rejects(
          daemon.dispatch(name, input, agent),
          { code: 'policy', message: pattern },
          `${name} ${need}`,
        );
      }
    }
  });

  async function allowAllBut(need: string): Promise<void> {
    const values = {
      allow_send: need !== 'send',
      allowed_destructive_actions: destructiveActions.filter((action) => action !== need),
    };
    for (const [key, value] of Object.entries(values))
      await daemon.ask('settings.change', { key: `agents.profiles.agent.${key}`, value });
  }
});

test('no need that the table states is left out', () => {
  const tested = Object.entries(cases).flatMap(([name, needs]) => Object.keys(needs).map((need) => `${name} ${need}`));
  const stated = expectedRows()
    .filter(({ name }) => name !== 'rules.import')
    .flatMap(({ name, also }) => also.map((need) => `${name} ${need.replace('take:', '')}`));
  assert.deepEqual(new Set([...tested, ...askedOfPeople, ...leftOut, ...sameAsUndo]), new Set(stated));
});

const config = `[agents.profiles.agent]
safety_policy = "full"
allowed_accounts = ["ada"]
allow_destructive = true
`;

const listMessage = mail({
  from: 'News <news@lists.example>',
  subject: 'News of the week',
  text: 'News.',
  headers: { 'List-Id': '<news.lists.example>', 'List-Unsubscribe': '<mailto:leave@lists.example>' },
});

async function accountOf({ ask }: MessagesDaemon): Promise<string> {
  return (await ask('accounts.list')).accounts[0]?.account_id ?? '';
}

async function inInbox({ ask }: MessagesDaemon, q = 'in:inbox from:ben'): Promise<string[]> {
  const { groups } = await ask('search.find', { q, scope: 'messages', limit: 1 });
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}

function about(input: object): Case {
  return async (daemon) => ({ message_ids: await inInbox(daemon), ...input });
}

async function aboutList(daemon: MessagesDaemon): Promise<object> {
  return { message_ids: await inInbox(daemon, 'from:news') };
}

function undoOf(name: RequestName, input: object = {}): Case {
  return async (daemon) => {
    await daemon.dispatch(name, { message_ids: await inInbox(daemon), ...input }, { origin: 'web' });
    const [made] = (await daemon.ask('mutations.history', { limit: 1 })).mutations;
    return { mutation_id: made?.mutation_id };
  };
}

/** A change that is not on the server yet; the one before is taken back. */
function jobOf(name: RequestName, input: object = {}): Case {
  return async (daemon) => {
    const cancellable = async () => (await daemon.ask('jobs.list')).jobs.find(({ can_cancel }) => can_cancel)?.job_id;
    const earlier = await cancellable();
    if (earlier !== undefined) await daemon.ask('jobs.cancel', { job_id: earlier });
    daemon.server('ada').control.fault({ kind: 'offline' });
    await daemon.dispatch(name, { query: 'in:inbox from:ben', ...input }, { origin: 'web' });
    return { job_id: await cancellable() };
  };
}

function written(action: object, account_id: string) {
  const conditions = { type: 'field', field: 'subject', pattern: { type: 'contains', value: 'Nothing' } };
  return { name: 'A rule', conditions, actions: [action], account_ids: [account_id], priority: 1, enabled: true };
}

function ruleThat(action: object): Case {
  return async (daemon) => ({ rule: written(action, await accountOf(daemon)) });
}

function formThat(action: string): Case {
  return async (daemon) => ({
    name: 'A rule',
    condition: 'subject:nothing',
    action,
    account_ids: [await accountOf(daemon)],
    priority: 1,
    enabled: true,
  });
}

function byRule(action: object): Case {
  return async (daemon) => {
    const { rule } = await daemon.ask('rules.upsert', { rule: written(action, await accountOf(daemon)) });
    return { rule: rule.id, message_ids: await inInbox(daemon) };
  };
}
