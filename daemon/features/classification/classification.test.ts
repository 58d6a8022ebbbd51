import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const ben = 'Ben Okoro <ben.okoro@people.example>';
const shop = 'Shop <hello@shop.example>';

const personalMessage = () =>
  mail({
    from: ben,
    subject: 'Lunch',
    text: 'Hi Ada,\n\nlet me know when you are free.\n\nThanks\nBen',
    id: 'lunch@people.example',
  });
const offer = (name = 'offer') =>
  mail({
    from: shop,
    subject: 'Special offer',
    text: 'Great deals, discount on everything. Unsubscribe',
    id: `${name}@shop.example`,
    headers: { 'List-Unsubscribe': '<https://click.shop.example/leave>' },
  });
const post = () =>
  mail({
    from: ben,
    subject: '[sailing] Knots',
    text: 'Which knot do you use?',
    id: 'knots@lists.example',
    headers: { 'List-Id': 'Sailing <sailing.lists.example>', 'List-Post': '<mailto:sailing@lists.example>' },
  });

async function daemonWith(t: Pick<TestContext, 'after'>, raw: readonly Buffer[], settings: TestSettings = {}) {
  const daemon = await testDaemon(t, {
    prepare: (providers) => raw.forEach((each) => providers.get('ada')!.control.deliver(each)),
    ...settings,
  });
  await daemon.synced();
  return daemon;
}

async function idOf(daemon: TestDaemon, subject: string): Promise<string> {
  const { groups } = await daemon.ask('search.find', { q: `subject:"${subject}"`, scope: 'messages' });
  const [row] = groups.flatMap(({ rows }) => rows);
  assert.ok(row, subject);
  return row.id;
}

async function kindOf(daemon: TestDaemon, subject: string) {
  const { classification } = await daemon.ask('classification.get', { message_id: await idOf(daemon, subject) });
  return classification;
}

test('letters, offers and posts to lists are told apart, and the reason is said', async (t) => {
  const daemon = await daemonWith(t, [personalMessage(), offer(), post()]);
  const found = await kindOf(daemon, 'Lunch');
  assert.equal(found.mail_kind, 'person');
  assert.equal(
    found.explanation,
    'This is mail from a person. It’s written like a letter, and nothing in it looks like a mailing.',
  );
  assert.equal(
    (await kindOf(daemon, 'Special offer')).explanation,
    'This was sent to many people. It tells how to unsubscribe.',
  );
  const onList = await kindOf(daemon, 'Knots');
  assert.deepEqual([onList.mail_kind, onList.list_id], ['list', 'sailing.lists.example']);
  assert.match(onList.explanation, /sailing\.lists\.example/);
});

test('a first contact never needs the user now, however personal it looks', async (t) => {
  const daemon = await daemonWith(t, [personalMessage()]);
  assert.deepEqual(await kindOf(daemon, 'Lunch'), {
    ...(await kindOf(daemon, 'Lunch')),
    mail_kind: 'person',
    may_need_you_now: false,
  });
});

test('a sender the user has written to is a person, but without proof does not need the user now', async (t) => {
  const sent = mail({
    from: 'Ada <ada@example.test>',
    headers: { To: 'x91@people.example' },
    subject: 'Question',
    text: 'How?',
    id: 'q@example.test',
  });
  const short = mail({ from: 'x91@people.example', subject: 'Fine', text: '', id: 'fine@people.example' });
  const daemon = await daemonWith(t, [sent, short]);
  const found = await kindOf(daemon, 'Fine');
  assert.deepEqual([found.mail_kind, found.may_need_you_now], ['person', false]);
  assert.equal(found.explanation, 'This is mail from a person. You’ve written to x91@people.example once.');
});

test('an answer to the user may need the user now', async (t) => {
  const sent = mail({
    from: 'Ada <ada@example.test>',
    headers: { To: ben },
    subject: 'Question',
    text: 'How?',
    id: 'q@example.test',
  });
  const headers = { 'In-Reply-To': '<q@example.test>' };
  const answer = mail({ from: ben, subject: 'Re: Question', text: 'So.', id: 'a@people.example', headers });
  const daemon = await daemonWith(t, [sent, answer]);
  const { explanation, may_need_you_now } = await kindOf(daemon, 'Re: Question');
  assert.equal(explanation, 'This is mail from a person. It’s a reply to a message you sent.');
  assert.equal(may_need_you_now, true);
});

test('a correction applies to mail that is here and to mail to come, and can be taken away', async (t) => {
  const daemon = await daemonWith(t, [offer()]);
  const message_id = await idOf(daemon, 'Special offer');
  const { corrections } = await daemon.ask('classification.correct', {
    message_id,
    scope: 'sender',
    mail_kind: 'newsletter',
  });
  assert.deepEqual(
    corrections.map(({ scope, value, mail_kind }) => [scope, value, mail_kind]),
    [['sender', 'hello@shop.example', 'newsletter']],
  );
  daemon.server('ada').control.deliver(offer('second'));
  await daemon.resync();
  const found = await kindOf(daemon, 'Special offer');
  assert.deepEqual([found.mail_kind, found.corrected], ['newsletter', 'sender']);
  assert.equal(found.explanation, 'This is a newsletter. You said so for all mail from hello@shop.example.');
  await daemon.ask('classification.correct', { message_id, scope: 'sender', mail_kind: null });
  assert.equal((await kindOf(daemon, 'Special offer')).corrected, null);
  assert.deepEqual((await daemon.ask('classification.corrections')).corrections, []);
});

test('the correction of a list comes before that of the sender', async (t) => {
  const daemon = await daemonWith(t, [post(), personalMessage()]);
  const message_id = await idOf(daemon, 'Knots');
  await daemon.ask('classification.correct', { message_id, scope: 'sender', mail_kind: 'bulk' });
  await daemon.ask('classification.correct', { message_id, scope: 'list', mail_kind: 'newsletter' });
  assert.equal((await kindOf(daemon, 'Knots')).mail_kind, 'newsletter');
  assert.equal((await kindOf(daemon, 'Lunch')).mail_kind, 'bulk');
});

test('a message without a list has no list to correct, and nothing changes', async (t) => {
  const daemon = await daemonWith(t, [personalMessage()]);
  const message_id = await idOf(daemon, 'Lunch');
  const correction = { message_id, scope: 'list', mail_kind: 'list' };
  await assert.rejects(
    daemon.ask('classification.correct', correction),
    (failure) => failure instanceof Failure && failure.code === 'no_list',
  );
  assert.deepEqual((await daemon.ask('classification.corrections')).corrections, []);
});

test('mail that the user sent is not classified', async (t) => {
  const sent = mail({
    from: 'Ada <ada@example.test>',
    headers: { To: ben },
    subject: 'Question',
    text: 'How?',
    id: 'q@example.test',
  });
  const daemon = await daemonWith(t, [sent]);
  await assert.rejects(kindOf(daemon, 'Question'), { kind: 'conflict', code: 'not_classified' });
});

test('mail that other rules classified is classified again at the next start; corrections stay', async (t) => {
  const first = await daemonWith(t, [personalMessage(), offer()]);
  const message_id = await idOf(first, 'Special offer');
  await first.ask('classification.correct', { message_id, scope: 'sender', mail_kind: 'notification' });
  await first.close();
  const db = openWritable(storeFiles(first.dataDir).mail, { durability: 'full' });
  db.run(sql`UPDATE message_kinds SET kind = 'bulk', reason = 'unclear', is_open = 0, rules = 0`);
  db.close();
  const daemon = await testDaemon(t, { dataDir: first.dataDir });
  await daemon.synced();
  await until('the letter is classified again', async () => (await kindOf(daemon, 'Lunch')).mail_kind === 'person');
  assert.equal((await kindOf(daemon, 'Special offer')).mail_kind, 'notification');
});

test('all mail can be classified again as a job', async (t) => {
  const daemon = await daemonWith(t, [personalMessage(), offer(), post()]);
  const { job_id } = await daemon.ask('classification.recompute');
  const jobOf = async () => (await daemon.ask('jobs.list')).jobs.find((job) => job.job_id === job_id);
  await until('the job has ended', async () => (await jobOf())?.status === 'succeeded');
  const job = await jobOf();
  assert.deepEqual([job?.progress.total, job?.progress.succeeded, job?.progress.failed], [3, 3, 0]);
  assert.equal((await kindOf(daemon, 'Lunch')).mail_kind, 'person');
});
