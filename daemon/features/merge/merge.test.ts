import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { parseMessage } from '../../mail/mime/parse.ts';
import { testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { mergeRow, planMerge } from './merged-messages.ts';

const body = 'Dear {First name}, see **{gift}**.\n\n{note}';

async function withTemplate(t: Parameters<typeof testDaemon>[0], fields: object = {}, settings = {}) {
  const daemon = await testDaemon(t, settings);
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const draft_id = '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4';
  await daemon.ask('drafts.saveLocal', {
    id: draft_id,
    account_id: accounts[0]?.account_id,
    subject: 'For {first_name}',
    body_markdown: body,
    ...fields,
  });
  return { daemon, draft_id };
}

/** Waits until no row of a merge is left to create or to queue. */
async function waitUntilMade(daemon: TestDaemon, batch: string, event: 'DraftsUpdated' | 'OutboxUpdated') {
  for (let seen = daemon.events.all(event).length; ; seen = daemon.events.all(event).length) {
    const found = await daemon.ask('merge.get', { batch });
    if (found.merge.state === 'made') return found;
    if (daemon.events.all(event).length === seen) await daemon.events.until(event, seen + 1);
  }
}

const rows = [
  'First name;Gift;E-Mail;Note;City',
  '"Lee, Bob";*pears*;bob@people.example;"two',
  'lines";Ulm',
  'Cid;[plums](https://a.example);cid@;;',
  'Bob;figs;BOB@people.example;_x_;',
  ';<b>jam</b>;dan@people.example;{gift};',
];

test('a table and a draft make a draft for each row, cell contents stay text, and the drafts are sent one by one', async (t) => {
  const { daemon, draft_id } = await withTemplate(t);
  const csv_base64 = Buffer.from(`\uFEFF${rows.join('\r\n')}`, 'utf16le').toString('base64');
  const preview = await daemon.ask('merge.preview', { draft_id, csv_base64, sample: 1 });
  assert.deepEqual(
    [preview.columns, preview.email_column, preview.rows, preview.unknown, preview.unused],
    [['First name', 'Gift', 'E-Mail', 'Note', 'City'], 'E-Mail', 4, [], ['City']],
  );
  assert.deepEqual(
    preview.problems.map(({ line, kind }) => [line, kind]),
    [
      [4, 'bad_address'],
      [4, 'empty_value'],
      [5, 'duplicate'],
      [6, 'empty_value'],
    ],
  );
  assert.deepEqual([preview.broken_rows, preview.duplicate_rows], [1, 1]);
  assert.deepEqual(preview.messages, [
    {
      line: 2,
      to: 'bob@people.example',
      subject: 'For Lee, Bob',
      body_markdown: 'Dear Lee, Bob, see **\\*pears\\***.\n\ntwo\\\nlines',
    },
  ]);

  const { batch } = await daemon.ask('merge.start', { draft_id, csv_base64, skip_duplicates: true });
  const made = await waitUntilMade(daemon, batch, 'DraftsUpdated');
  assert.deepEqual(
    made.rows.map(({ line, state, to }) => [line, state, to]),
    [
      [2, 'drafted', 'bob@people.example'],
      [4, 'skipped', 'cid@'],
      [5, 'skipped', 'BOB@people.example'],
      [6, 'drafted', 'dan@people.example'],
    ],
  );
  const { job } = await daemon.ask('jobs.get', { job_id: batch });
  assert.deepEqual([job.status, job.progress.succeeded, job.progress.skipped], ['succeeded', 2, 2]);

  const sender = daemon.sender('ada');
  await daemon.ask('merge.send', { batch, pace_seconds: 60 });
  await waitUntilMade(daemon, batch, 'OutboxUpdated');
  while (sender.deliveries.length < 1)
    await daemon.events.until('OutboxUpdated', daemon.events.all('OutboxUpdated').length + 1);
  assert.deepEqual(
    sender.deliveries.map(({ to }) => to),
    [['bob@people.example']],
  );
  daemon.clock.advance(61_000);
  while (sender.deliveries.length < 2)
    await daemon.events.until('OutboxUpdated', daemon.events.all('OutboxUpdated').length + 1);
  const { subject, text } = parseMessage(sender.deliveries[1]?.bytes ?? Buffer.alloc(0));
  assert.match(text, /see \S*<b>jam<\/b>\S*\.\s+\{gift\}/);
  assert.equal(subject, 'For');
  await assert.rejects(daemon.ask('merge.send', { batch }), isFailure('nothing_to_send'));
  assert.equal((await daemon.ask('merge.discard', { batch })).discarded, 0);
});

test('a draft can have a placeholder for the address; a name with a comma stays one name', () => {
  const template = {
    to_text: '"{name}" <{mail}>',
    cc_text: '{boss}',
    bcc_text: '',
    subject: '{Name}',
    body: '- {name}',
  };
  const columns = ['name', 'mail'];
  const { places: columnIndexes, emailColumn = '' } = planMerge(template, columns, undefined);
  const row = { line: 2, cells: ['Lee,\nBob', 'bob@people.example'] };
  const { content, problems } = mergeRow(template, { columns }, row, { columnIndexes, emailColumn });
  assert.deepEqual(
    [emailColumn, content.to_text, content.cc_text, content.subject, content.body, problems],
    [null, '"Lee, Bob" <bob@people.example>', '{boss}', 'Lee, Bob', '- Lee,\\\nBob', []],
  );
});

test('the drafts of a merge can be discarded together; an invalid table is refused with a reason', async (t) => {
  const { daemon, draft_id } = await withTemplate(t, { subject: 'Hello {name}', body_markdown: 'Hi {who}' });
  const ask = (csv: string, more: object = {}) => daemon.ask('merge.preview', { draft_id, csv, ...more });
  await assert.rejects(ask(''), isFailure('bad_table'));
  await assert.rejects(ask('name,email\n'), isFailure('bad_table'));
  await assert.rejects(ask('name,Name\na,b'), isFailure('bad_table'));
  await assert.rejects(ask('name,email\n"a,b'), isFailure('bad_table'));
  await assert.rejects(ask('name,where\na,b@people.example'), isFailure('no_email_column'));
  const { email_column, unknown } = await ask('sep=|\nname|where\na|b@people.example', { email_column: 'where' });
  assert.deepEqual([email_column, unknown], ['where', ['who']]);
  const lines = Array.from({ length: 10_001 }, (_, at) => `n${at},n${at}@people.example`);
  await assert.rejects(ask(['name,email', ...lines].join('\n')), isFailure('too_many_rows'));

  const { batch } = await daemon.ask('merge.start', {
    draft_id,
    csv: ['name,email', ...lines.slice(0, 60)].join('\n'),
  });
  await daemon.ask('jobs.cancel', { job_id: batch });
  const { merge } = await waitUntilMade(daemon, batch, 'DraftsUpdated');
  assert.equal(merge.counts.drafted + merge.counts.skipped, 60);
  assert.equal((await daemon.ask('merge.discard', { batch })).discarded, merge.counts.drafted);
  assert.equal((await daemon.ask('drafts.list')).drafts.length, 1);
});

test('an interrupted merge continues, and creates no draft twice', async (t) => {
  const { daemon, draft_id } = await withTemplate(t);
  const lines = Array.from({ length: 40 }, (_, at) => `n${at},x,n${at}@people.example,y`);
  const csv = ['first_name,gift,email,note', ...lines].join('\n');
  const { batch } = await daemon.ask('merge.start', { draft_id, csv });
  await daemon.close();
  const next = await testDaemon(t, { dataDir: daemon.dataDir });
  const { merge } = await waitUntilMade(next, batch, 'DraftsUpdated');
  assert.equal(merge.counts.drafted, 40);
  assert.equal((await next.ask('drafts.list')).drafts.length, 41);
  assert.equal((await next.ask('jobs.get', { job_id: batch })).job.status, 'succeeded');
});

function isFailure(code: string) {
  return (failed: unknown) => failed instanceof Failure && failed.code === code;
}
