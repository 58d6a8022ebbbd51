import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { isFileContent } from '../../contract/define.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { importAndWait, mboxFile, writeMailFiles } from '../import/test-mail-files.ts';
import { ada, bob, mail, testDaemon, type Reply, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

const config = '[screener]\nenabled = true\n';
const lucie = 'Lucie Fabre <lucie@fabre.example>';
const old = 'Old Friend <old@friends.example>';

let count = 0;
/** A message with a number, so that each has an id of its own. */
function mailFrom(from: string, subject: string, headers: Record<string, string> = {}) {
  count += 1;
  const text = 'Hi Ada,\n\nI am free all week.\n\nThanks';
  return mail({ from, subject, text, id: `letter-${count}@letters.example`, headers });
}
const sentTo = (to: string, subject = 'Question') => mailFrom('Ada <ada@example.test>', subject, { To: to });
const post = (from: string, subject: string) =>
  mailFrom(from, subject, {
    'List-Id': 'Sailing <sailing.lists.example>',
    'List-Post': '<mailto:sailing@lists.example>',
  });

async function openDaemon(t: Pick<TestContext, 'after'>, settings: TestSettings = {}): Promise<TestDaemon> {
  const daemon = await testDaemon(t, { config, ...settings });
  await daemon.synced();
  return daemon;
}

const refused = (code: string) => (thrown: unknown) => thrown instanceof Failure && thrown.code === code;

suite('the screener', () => {
  let daemon: TestDaemon;
  let account_id = '';

  before(async () => {
    daemon = await openDaemon(
      { after: () => undefined },
      {
        accounts: [ada, bob],
        prepare: (servers) => {
          servers.get('ada')!.control.deliver(mailFrom(old, 'Before the first sync'));
          servers.get('ada')!.control.deliver(sentTo('pen@pals.example'), { folder: 'Sent' });
        },
      },
    );
    account_id = await accountId('ada');
  });
  after(() => daemon.close());

  async function accountId(key: string): Promise<string> {
    const { accounts } = await daemon.ask('accounts.list');
    return accounts.find((account) => account.key === key)?.account_id ?? '';
  }

  async function deliver(...messages: Buffer[]): Promise<void> {
    for (const message of messages) daemon.server('ada').control.deliver(message);
    await daemon.resync();
  }

  const queue = () => daemon.ask('screener.queue', { account_id });
  const waiting = async () => (await queue()).entries.map(({ sender_email }) => sender_email);
  const decide = (sender_email: string, disposition: string, more: object = {}) =>
    daemon.ask('screener.decide', { account_id, sender_email, disposition, ...more });
  const decideGroup = (scope: string, value: string, disposition: string) =>
    daemon.ask('screener.decideGroup', { account_id, scope, value, disposition });
  const decisions = async () =>
    (await daemon.ask('screener.decisions', { account_id })).decisions.map(({ value, disposition }) => [
      value,
      disposition,
    ]);

  async function subjects(q: string): Promise<string[]> {
    const { groups } = await daemon.ask('search.find', { q, scope: 'messages' });
    return groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).toSorted();
  }

  async function rowOf(subject: string) {
    const { groups } = await daemon.ask('search.find', { q: `subject:"${subject}"`, scope: 'messages' });
    const row = groups[0]?.rows[0];
    assert.ok(row, subject);
    return row;
  }

  async function modesOf(subject: string) {
    const { thread_id } = await rowOf(subject);
    const [thread] = (await daemon.ask('modes.membership', { thread_id })).threads;
    return { modes: thread?.modes.map(({ mode }) => mode), asks: thread?.new_sender?.question };
  }

  const whyHere = async (subject: string) => {
    const { sentences } = await daemon.ask('screener.explain', { message_id: (await rowOf(subject)).id });
    return sentences.map(({ text }) => text).join(' ');
  };

  test('new mail of an unknown sender waits with context, in no mode; of others it does not', async () => {
    await deliver(
      mailFrom(lucie, 'The flat', { Cc: 'Pen Pal <pen@pals.example>' }),
      mailFrom(old, 'Again'),
      mailFrom('Pen <pen@pals.example>', 'Answer'),
      mailFrom('Colleague <c@example.test>', 'From the office'),
    );
    const { entries, total, enabled } = await queue();
    assert.deepEqual([total, enabled], [1, true]);
    const [entry] = entries;
    assert.ok(entry);
    assert.deepEqual(
      [entry.display_name, entry.sender_email, entry.latest_subject, entry.message_count, entry.domain, entry.list_id],
      ['Lucie Fabre', 'lucie@fabre.example', 'The flat', 1, 'fabre.example', null],
    );
    assert.deepEqual(entry.introduced_by, { name: 'Pen Pal', email: 'pen@pals.example', sent: 1 });
    assert.equal(entry.mail_kind, 'person');
    assert.equal(entry.trust?.verdict, 'unverified');
    assert.equal(entry.question.question, 'Where should mail from Lucie Fabre go?');
    assert.deepEqual(await modesOf('The flat'), { modes: [], asks: 'Where should mail from Lucie Fabre go?' });
    assert.deepEqual(await modesOf('Again'), { modes: ['messages'], asks: undefined });
    assert.match(await whyHere('The flat'), /Lucie Fabre is new to you\. .* It’s in Inbox\./);
    const { rail } = await daemon.ask('modes.rail');
    assert.equal(rail.more.find(({ id }) => id === 'screener')?.note, '1 sender');
  });

  test('each decision sends mail to its mode, and the toast’s undo asks again', async () => {
    for (const [disposition, mode] of [
      ['allow', 'messages'],
      ['feed', 'reading'],
      ['paper_trail', 'updates'],
      ['deny', undefined],
    ] as const) {
      const { kind, result } = await decide('LUCIE@fabre.example', disposition);
      assert.equal(kind, 'Ack');
      assert.deepEqual(await modesOf('The flat'), { modes: mode === undefined ? [] : [mode], asks: undefined });
      assert.deepEqual(await decisions(), [['lucie@fabre.example', disposition]]);
      assert.deepEqual(await waiting(), []);
      await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
      assert.deepEqual(await decisions(), []);
      assert.deepEqual(await waiting(), ['lucie@fabre.example']);
    }
    assert.ok((await subjects('in:inbox')).includes('The flat'));
  });

  test('checklist 164: unknown puts the sender back into the queue, and DELETE takes a decision away', async () => {
    await decide('lucie@fabre.example', 'allow');
    await decide('lucie@fabre.example', 'unknown');
    assert.deepEqual(await waiting(), ['lucie@fabre.example']);
    assert.deepEqual(await decisions(), [['lucie@fabre.example', 'unknown']]);
    // Mail that was here before the first complete sync is asked about only if the user wants it.
    await decide('old@friends.example', 'unknown');
    assert.ok((await waiting()).includes('old@friends.example'));
    await daemon.ask('screener.clear', { account_id, sender_email: 'OLD@friends.example' });
    assert.deepEqual(await waiting(), ['lucie@fabre.example']);
    const { kind, result } = await daemon.ask('screener.clear', { account_id, sender_email: 'old@friends.example' });
    assert.deepEqual([kind, result.undoable], ['Ack', false]);
    await daemon.ask('screener.clear', { account_id, sender_email: 'lucie@fabre.example' });
  });

  test('denied mail is archived when it arrives, never deleted, and a moved copy says why it is there', async () => {
    await decide('lucie@fabre.example', 'deny');
    await deliver(mailFrom(lucie, 'Denied'));
    assert.deepEqual(await subjects('from:lucie in:inbox'), ['The flat']);
    assert.deepEqual(await subjects('from:lucie in:trash'), []);
    assert.deepEqual(await subjects('from:lucie is:unread'), ['Denied', 'The flat']);
    assert.match(
      await whyHere('Denied'),
      /^Posthorn archived it when it arrived, because you screened out the sender\./,
    );
    const { mutations } = await daemon.ask('mutations.history');
    assert.deepEqual([mutations[0]?.kind, mutations[0]?.about.rule], ['archive', 'screened_out']);
  });

  test('mail that is here moves only if that is asked for, and one undo takes all of it back', async () => {
    await decide('lucie@fabre.example', 'allow');
    const { result } = await decide('lucie@fabre.example', 'deny', { apply_to_existing: true });
    assert.equal(result.succeeded, 1);
    assert.deepEqual(await subjects('from:lucie in:inbox'), []);
    await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
    assert.deepEqual(await subjects('from:lucie in:inbox'), ['The flat']);
    assert.deepEqual(await decisions(), [['lucie@fabre.example', 'allow']]);
  });

  test('an undo does not touch a decision that was changed since, and says so', async () => {
    const { result } = await decide('lucie@fabre.example', 'feed');
    await decide('lucie@fabre.example', 'allow');
    await assert.rejects(daemon.ask('mutations.undo', { mutation_id: result.mutation_id }), refused('overtaken'));
    assert.deepEqual(await decisions(), [['lucie@fabre.example', 'allow']]);
  });

  test('new mail goes to a label, and a label that is unknown or deletes mail is refused', async () => {
    await daemon.ask('labels.create', { name: 'Flats', account_id });
    await decide('lucie@fabre.example', 'allow', { route_label: 'flats' });
    await deliver(mailFrom(lucie, 'Routed'));
    assert.deepEqual(await subjects('label:Flats'), ['Routed']);
    assert.match(await whyHere('Routed'), /^Posthorn moved it to Flats when it arrived/);
    for (const route_label of ['Nowhere', 'Trash', 'INBOX'])
      await assert.rejects(decide('lucie@fabre.example', 'allow', { route_label }), refused('label_not_found'));
    const { result } = await decide('lucie@fabre.example', 'allow', { route_label: 'Flats', apply_to_existing: true });
    assert.deepEqual(await subjects('label:Flats'), ['Routed', 'The flat']);
    await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
    assert.deepEqual(await subjects('label:Flats'), ['Routed']);
    // A label that is renamed stays the one that was chosen.
    await daemon.ask('labels.rename', { from: 'Flats', to: 'Homes', account_id });
    await deliver(mailFrom(lucie, 'Routed again'));
    assert.deepEqual(await subjects('label:Homes'), ['Routed', 'Routed again']);
    const [routed] = (await daemon.ask('screener.decisions', { account_id })).decisions;
    assert.deepEqual([routed?.route_label, routed?.route_label_exists], ['Homes', true]);
    assert.match(await whyHere('Routed again'), /mail from lucie@fabre\.example goes to Homes/);
    await daemon.ask('labels.rename', { from: 'Homes', to: 'Flats', account_id });
  });

  test('a decision about a domain or a list covers all who write there; the sender’s own comes first', async () => {
    await deliver(
      mailFrom('One <one@news.harbour.example>', 'From one'),
      mailFrom('Two <two@harbour.example>', 'From two'),
      post('Skipper <skipper@boats.example>', 'Knots'),
      post('Mate <mate@boats.example>', 'Sails'),
    );
    // Those who write to a new list are one entry.
    const { entries } = await queue();
    assert.deepEqual(entries.map(({ domain, list_id }) => list_id ?? domain).toSorted(), [
      'harbour.example',
      'news.harbour.example',
      'sailing.lists.example',
    ]);
    await decideGroup('domain', 'HARBOUR.example', 'paper_trail');
    await decide('two@harbour.example', 'allow');
    assert.deepEqual((await modesOf('From one')).modes, ['updates']);
    assert.deepEqual((await modesOf('From two')).modes, ['messages']);
    await decideGroup('list', 'sailing.lists.example', 'feed');
    assert.deepEqual([(await modesOf('Knots')).modes, (await modesOf('Sails')).modes], [['reading'], ['reading']]);
    assert.deepEqual(await waiting(), []);
    await daemon.ask('screener.clearGroup', { account_id, scope: 'domain', value: 'harbour.example' });
    assert.deepEqual(await waiting(), ['one@news.harbour.example']);
    await daemon.ask('screener.decide', { account_id, sender_email: 'one@news.harbour.example', disposition: 'feed' });
  });

  test('blocked senders are decisions of the same store', async () => {
    await daemon.ask('blockedSenders.block', { sender: 'two@harbour.example' });
    const { decisions: all } = await daemon.ask('screener.decisions', { account_id });
    const blocked = all.find(({ value }) => value === 'two@harbour.example');
    assert.deepEqual([blocked?.disposition, blocked?.is_blocked], ['deny', true]);
    assert.equal((await daemon.ask('blockedSenders.list')).senders.length, 1);
    await deliver(mailFrom('Two <two@harbour.example>', 'Blocked'));
    assert.deepEqual(await subjects('from:two in:trash'), ['Blocked']);
    await decide('two@harbour.example', 'allow');
    const [inBob] = (await daemon.ask('blockedSenders.list')).senders;
    assert.deepEqual(inBob?.account_ids, [await accountId('bob')]);
    await daemon.ask('blockedSenders.unblock', { sender: 'two@harbour.example' });
  });

  test('who answers in a conversation of the user is not asked about', async () => {
    const question = sentTo('pen@pals.example', 'Boats');
    const [, id = ''] = /Message-ID: (<[^>]+>)/i.exec(question.toString()) ?? [];
    daemon.server('ada').control.deliver(question, { folder: 'Sent' });
    await deliver(mailFrom('Other <other@pals.example>', 'Re: Boats', { 'In-Reply-To': id, References: id }));
    assert.deepEqual(await waiting(), []);
    assert.deepEqual((await modesOf('Re: Boats')).modes, ['messages']);
  });

  test('a denied sender in a conversation of others does not hide it', async () => {
    const first = mailFrom(old, 'Party');
    const [, id = ''] = /Message-ID: (<[^>]+>)/i.exec(first.toString()) ?? [];
    await decide('loud@noise.example', 'deny');
    await deliver(first, mailFrom('Loud <loud@noise.example>', 'Re: Party', { 'In-Reply-To': id, References: id }));
    assert.deepEqual((await modesOf('Party')).modes, ['messages']);
    await decide('loud@noise.example', 'feed');
  });

  test('bad requests are refused and change nothing', async () => {
    const held = await decisions();
    const bad: [object, string][] = [
      [{ disposition: 'allow' }, 'invalid_input'],
      [{ disposition: 'allow', sender_email: ' ' }, 'invalid_input'],
      [{ disposition: 'allow', sender_email: 'nobody' }, 'invalid_input'],
      [{ disposition: 'maybe', sender_email: 'a@b.example' }, 'invalid_input'],
      [{ disposition: 'unknown', sender_email: 'a@b.example', route_label: 'Flats' }, 'invalid_input'],
      [{ disposition: 'deny', sender_email: 'BOB@example.test' }, 'own_address'],
    ];
    const caller = { origin: 'human' } as const;
    for (const [input, code] of bad)
      await assert.rejects(daemon.dispatch('screener.decide', { account_id, ...input }, caller), refused(code));
    const badGroups: [object, string][] = [
      [{ scope: 'domain', value: 'b.example', disposition: 'unknown' }, 'invalid_input'],
      [{ scope: 'domain', value: 'a@b.example', disposition: 'deny' }, 'invalid_input'],
      [{ scope: 'domain', value: 'co.uk', disposition: 'deny' }, 'bad_domain'],
      [{ scope: 'domain', value: 'example.test', disposition: 'deny' }, 'own_address'],
    ];
    for (const [input, code] of badGroups)
      await assert.rejects(daemon.dispatch('screener.decideGroup', { account_id, ...input }, caller), refused(code));
    assert.deepEqual(await decisions(), held);
  });

  test('the limit of the queue is clamped, not refused', async () => {
    await deliver(mailFrom('A <a@a-new.example>', 'A'), mailFrom('B <b@b-new.example>', 'B'));
    const sizes = [];
    for (const limit of [0, 1, 100_000])
      sizes.push((await daemon.ask('screener.queue', { account_id, limit })).entries.length);
    assert.deepEqual(sizes, [1, 1, 2]);
  });

  test('while the screener is off nothing waits, and the queue says who would', async () => {
    await daemon.ask('settings.change', { key: 'screener.enabled', value: false });
    const { enabled, entries } = await queue();
    assert.deepEqual(
      [enabled, entries.map(({ sender_email }) => sender_email).toSorted()],
      [false, ['a@a-new.example', 'b@b-new.example']],
    );
    assert.deepEqual(await modesOf('A'), { modes: ['messages'], asks: undefined });
    await daemon.ask('settings.change', { key: 'screener.enabled', value: true });
    assert.equal((await modesOf('A')).asks, 'Where should mail from A go?');
  });

  test('mail waits 30 days, and then nothing is asked about it', async () => {
    daemon.clock.advance(31 * 86_400_000);
    assert.deepEqual(await waiting(), []);
    assert.equal((await modesOf('A')).asks, undefined);
    daemon.clock.advance(-31 * 86_400_000);
  });

  test('decisions are exported and imported, as CSV and as JSON', async () => {
    await daemon.ask('blockedSenders.block', { sender: '+cmd@evil.example' });
    const held = (await daemon.ask('screener.decisions', { account_id })).decisions;
    for (const format of ['csv', 'json'] as const) {
      const content = await exported(format);
      const bobId = await accountId('bob');
      const labels = { name: 'Flats', account_id: bobId };
      await daemon.ask('labels.create', labels).catch(() => undefined);
      const preview = await importInto(bobId, format, content, { dry_run: true });
      assert.equal(preview.result.mutation_id, null);
      const first = await importInto(bobId, format, content);
      assert.equal(first.added + first.changed + first.unchanged, held.length);
      const copied = (await daemon.ask('screener.decisions', { account_id: bobId })).decisions;
      assert.deepEqual(withoutAccount(copied), withoutAccount(held));
      assert.equal((await importInto(bobId, format, content)).unchanged, held.length);
      await daemon.ask('mutations.undo', { mutation_id: first.result.mutation_id });
    }
    assert.match(await exported('csv'), /^scope,value,disposition,route_label,is_blocked,decided_at\r\n/);
    await daemon.ask('blockedSenders.unblock', { sender: '+cmd@evil.example' });
  });

  test('a file with wrong lines is refused with their numbers, and changes nothing', async () => {
    const held = await decisions();
    const content = [
      'scope,value,disposition',
      'sender,good@people.example,allow',
      'sender,not an address,allow',
      '',
      'domain,shop.example,sometimes',
      'sender,GOOD@people.example,deny',
      'sender,ada@example.test,deny',
      'sender,"open,allow',
    ].join('\n');
    await assert.rejects(importInto(account_id, 'csv', content), (thrown) => {
      assert.ok(thrown instanceof Failure && thrown.code === 'bad_lines');
      assert.deepEqual(
        (thrown.details['lines'] as { line: number }[]).map(({ line }) => line),
        [3, 5, 6, 7, 8],
      );
      return /line 3: not an address isn’t an address/.test(thrown.message);
    });
    for (const text of ['nonsense', '{"decisions":[1]}', '[]'])
      await assert.rejects(importInto(account_id, 'json', text), refused('bad_lines'));
    await assert.rejects(importInto(account_id, 'csv', 'nonsense'), refused('bad_lines'));
    assert.deepEqual(await decisions(), held);
  });

  async function exported(format: 'csv' | 'json'): Promise<string> {
    const reply: unknown = await daemon.dispatch('screener.export', { account_id, format }, { origin: 'human' });
    assert.ok(isFileContent(reply));
    return (await buffer(reply.stream)).toString();
  }

  const importInto = (id: string, format: string, content: string, more: object = {}) =>
    daemon.ask('screener.import', { account_id: id, format, content, ...more });

  const withoutAccount = (all: Reply<'screener.decisions'>['decisions']) =>
    all
      .map(({ scope, value, disposition, route_label, is_blocked, decided_at }) =>
        [scope, value, disposition, route_label, is_blocked, decided_at].join(' '),
      )
      .toSorted();
});

test('first sync, import and a new UIDVALIDITY fill no queue and move nothing', async (t) => {
  const senders = Array.from({ length: 300 }, (_each, at) => mailFrom(`S${at} <s${at}@many.example>`, `Old ${at}`));
  const daemon = await openDaemon(t, {
    prepare: (servers) => senders.forEach((raw) => servers.get('ada')!.control.deliver(raw)),
  });
  const [account] = (await daemon.ask('accounts.list')).accounts;
  const account_id = account?.account_id ?? '';
  const total = async () => (await daemon.ask('screener.queue', { account_id })).total;
  assert.equal(await total(), 0);
  await daemon.ask('screener.decideGroup', {
    account_id,
    scope: 'domain',
    value: 'many.example',
    disposition: 'deny',
  });
  daemon.server('ada').control.resetFolder('INBOX');
  await daemon.resync();
  assert.equal(await total(), 0);
  const files = writeMailFiles({ 'Old.mbox': mboxFile(senders.slice(0, 20)) });
  await importAndWait(daemon, files);
  for (const { account_id: each } of (await daemon.ask('accounts.list')).accounts)
    assert.equal((await daemon.ask('screener.queue', { account_id: each })).total, 0);
  const { mutations } = await daemon.ask('mutations.history');
  assert.deepEqual(
    mutations.map(({ kind }) => kind),
    ['screen'],
  );
});

test('mail that a crash left undecided is moved once by the next start', async (t) => {
  const first = await openDaemon(t, {
    prepare: (servers) => servers.get('ada')!.control.deliver(mailFrom(lucie, 'First')),
  });
  const [account] = (await first.ask('accounts.list')).accounts;
  await first.ask('screener.decide', {
    account_id: account?.account_id ?? '',
    sender_email: 'lucie@fabre.example',
    disposition: 'deny',
  });
  await first.close();
  // As after a crash between the transaction that stores a message and the one that moves it.
  const db = openWritable(storeFiles(first.dataDir).mail, { durability: 'normal' });
  db.run(sql`INSERT INTO arrivals (message) SELECT id FROM messages WHERE subject = 'First'`);
  db.close();
  const second = await testDaemon(t, { dataDir: first.dataDir, config });
  const moved = await second.events.until('MutationCompleted');
  assert.equal(moved.kind, 'archive');
  await second.close();
  const third = await testDaemon(t, { dataDir: first.dataDir, config });
  await third.synced();
  const { mutations } = await third.ask('mutations.history');
  assert.deepEqual(
    mutations.map(({ kind }) => kind),
    ['archive', 'screen'],
  );
});

test('an agent decides within its profile, and moves mail only where it may', async (t) => {
  const profile =
    '[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_destructive = true\n';
  const daemon = await openDaemon(t, {
    accounts: [ada, bob],
    config: `${config}${profile}allowed_destructive_actions = ["trash"]\n`,
    prepare: (servers) => servers.get('ada')!.control.deliver(mailFrom(lucie, 'First')),
  });
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (key: string) => accounts.find((each) => each.key === key)?.account_id ?? '';
  const deny = (key: string, more: object = {}) =>
    daemon.ask(
      'screener.decide',
      { account_id: idOf(key), sender_email: 'lucie@fabre.example', disposition: 'deny', ...more },
      { origin: 'agent' },
    );
  await assert.rejects(deny('ada', { apply_to_existing: true }), refused('policy'));
  await assert.rejects(deny('bob'), (thrown) => thrown instanceof Failure);
  await deny('ada');
  daemon.server('ada').control.deliver(mailFrom(lucie, 'Second'));
  await daemon.resync();
  const { groups } = await daemon.ask('search.find', { q: 'in:inbox', scope: 'messages' });
  // The agent may not archive, so its decision moves nothing.
  assert.equal(groups.flatMap(({ rows }) => rows).length, 2);
  await assert.rejects(
    daemon.ask(
      'screener.import',
      { account_id: idOf('ada'), content: 'scope,value,disposition\nsender,x@y.example,deny' },
      { origin: 'agent' },
    ),
    (thrown) => thrown instanceof Failure,
  );
});
