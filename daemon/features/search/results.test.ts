import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { mail, testDaemon, type Reply } from '../../test-daemon.ts';

const rowsOf = ({ groups }: Reply<'search.find'>) => groups.flatMap(({ rows }) => rows);
const subjects = (reply: Reply<'search.find'>) => rowsOf(reply).map(({ subject }) => subject);

const from = 'Bob <bob@example.test>';
const messages = [
  mail({ from, subject: 'In the body', text: 'A kestrel, among other birds.', id: '1@x', minutesAgo: 10 }),
  mail({
    from: 'Kestrel Club <club@example.test>',
    subject: 'By the sender',
    text: 'Birds.',
    id: '2@x',
    minutesAgo: 3000,
  }),
  mail({ from, subject: 'A kestrel in the subject', text: 'Birds.', id: '3@x', minutesAgo: 200_000 }),
  mail({ from, subject: 'Owls', text: 'No such bird.', id: '4@x', minutesAgo: 5 }),
  mail({
    from: 'Robert <bob@example.test>',
    subject: 'Re: In the body',
    text: 'kestrel!',
    id: '5@x',
    minutesAgo: 2,
    headers: { 'In-Reply-To': '<1@x>', 'List-Id': '<birds.example.test>' },
  }),
];

async function daemonWithMail(t: TestContext, { config = '', more = [] as Buffer[] } = {}) {
  const daemon = await testDaemon(t, {
    config,
    prepare(servers) {
      for (const [n, bytes] of [...messages, ...more].entries())
        servers.get('ada')?.control.deliver(bytes, { flags: n === 0 ? ['\\Seen'] : [] });
    },
  });
  await daemon.synced();
  return daemon;
}

test('the best match comes first: a word in the subject, in the sender, in the body', async (t) => {
  const daemon = await daemonWithMail(t);
  const ranked = await daemon.ask('search.find', { q: 'kestrel', sort: 'relevant', scope: 'messages', explain: true });
  assert.deepEqual(subjects(ranked).slice(0, 2), ['A kestrel in the subject', 'By the sender']);
  assert.deepEqual([ranked.sort, ranked.total, ranked.total_is_exact], ['relevant', 4, true]);
  const { results, ...explain } = ranked.explain!;
  assert.deepEqual(explain, {
    requested_mode: 'lexical',
    executed_mode: 'lexical',
    semantic_query: null,
    lexical_candidates: 4,
    lexical_window: 2000,
    dense_candidates: 0,
    dense_window: null,
    rrf_k: null,
    final_results: 4,
    notes: [],
  });
  assert.deepEqual(
    results.map(({ message_id, rank, lexical_rank }) => [message_id, rank, lexical_rank]),
    rowsOf(ranked).map(({ id }, i) => [id, i + 1, i + 1]),
  );
  const scores = results.map(({ final_score }) => final_score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.ok(scores.at(-1)! > 0);
});

test('ranked pages are consecutive while mail arrives, and each thread appears once', async (t) => {
  const daemon = await daemonWithMail(t);
  const ask = (cursor?: string) =>
    daemon.ask('search.find', { q: 'kestrel', sort: 'relevance', limit: 2, ...(cursor && { cursor }) });
  const first = await ask();
  daemon
    .server('ada')
    .control.deliver(mail({ from, subject: 'kestrel kestrel', text: 'kestrel', id: '9@x', minutesAgo: 1 }));
  await daemon.resync();
  const second = await ask(first.next_cursor!);
  assert.equal(second.next_cursor, null);
  assert.deepEqual([...subjects(first), ...subjects(second)].toSorted(), [
    'A kestrel in the subject',
    'By the sender',
    'Re: In the body',
  ]);
  assert.equal(subjects(await ask())[0], 'kestrel kestrel');
});

test('pages by date are consecutive while mail arrives', async (t) => {
  const daemon = await daemonWithMail(t);
  const first = await daemon.ask('search.find', { q: 'kestrel', limit: 1 });
  daemon.server('ada').control.deliver(mail({ from, subject: 'kestrel', text: 'new', id: '9@x', minutesAgo: 1 }));
  await daemon.resync();
  const second = await daemon.ask('search.find', { q: 'kestrel', limit: 5, cursor: first.next_cursor });
  assert.deepEqual(
    [subjects(first), subjects(second)],
    [['Re: In the body'], ['By the sender', 'A kestrel in the subject']],
  );
  const passed = await daemon.ask('search.find', { q: 'kestrel', limit: 2, offset: 1 });
  assert.deepEqual([subjects(passed), passed.next_offset], [['Re: In the body', 'By the sender'], 3]);
});

test('the configured order applies if a request names none', async (t) => {
  const daemon = await daemonWithMail(t, { config: '[search]\ndefault_sort = "date_asc"\n' });
  const reply = await daemon.ask('search.find', { q: 'kestrel', scope: 'messages', limit: 1 });
  assert.deepEqual([subjects(reply), reply.sort, reply.explain], [['A kestrel in the subject'], 'oldest', null]);
  const newest = await daemon.ask('search.find', { q: 'kestrel', scope: 'messages', limit: 1, sort: 'newest' });
  assert.deepEqual([subjects(newest), newest.sort], [['Re: In the body'], 'newest']);
});

test('a ranked search without words reports that it shows the newest first', async (t) => {
  const daemon = await daemonWithMail(t);
  const reply = await daemon.ask('search.find', { q: 'is:unread', sort: 'relevant', scope: 'messages', limit: 2 });
  assert.deepEqual(subjects(reply), ['Re: In the body', 'Owls']);
  assert.match(reply.explain!.notes.join(), /newest come first/);
});

test('groups report the senders, the unread count and the dates of matches', async (t) => {
  const daemon = await daemonWithMail(t);
  const seconds = (minutesAgo: number) => Date.parse('2026-03-10T08:00:00Z') / 1000 - minutesAgo * 60;
  assert.deepEqual(await daemon.ask('search.groups', { q: 'kestrel' }), {
    query: 'kestrel',
    group_by: 'from',
    total: 4,
    groups: [
      { key: 'bob@example.test', label: 'Robert', count: 3, unread: 2, oldest: seconds(200_000), newest: seconds(2) },
      {
        key: 'club@example.test',
        label: 'Kestrel Club',
        count: 1,
        unread: 1,
        oldest: seconds(3000),
        newest: seconds(3000),
      },
    ],
  });
  const lists = await daemon.ask('search.groups', { q: 'bird OR kestrel', group_by: 'list' });
  assert.deepEqual([lists.total, lists.groups.map(({ key, count }) => [key, count])], [5, [['birds.example.test', 1]]]);
  assert.deepEqual((await daemon.ask('search.groups', { q: 'kestrel', group_by: 'category' })).groups, []);
  assert.equal((await daemon.ask('search.groups', { q: 'kestrel', limit: 1 })).groups.length, 1);
  assert.deepEqual(await daemon.ask('search.groups'), { query: '', group_by: 'from', total: 0, groups: [] });
});

test('attachments are rows of their own, and a page may end between two attachments of one message', async (t) => {
  const more = [
    withAttachments('Photographs', 30, ['one.png', 'two.png', 'three.png']),
    withAttachments('Minutes', 40, ['minutes.pdf']),
  ];
  const daemon = await daemonWithMail(t, { more });
  const files = (reply: Reply<'search.find'>) => rowsOf(reply).map(({ attachment_filename }) => attachment_filename);
  const all = await daemon.ask('search.find', { q: 'attached', scope: 'attachments' });
  assert.deepEqual(files(all), ['one.png', 'two.png', 'three.png', 'minutes.pdf']);
  assert.deepEqual([all.total, all.total_is_exact], [4, true]);
  const { kind, subject, snippet, attachment_size_bytes } = rowsOf(all)[3]!;
  assert.deepEqual(
    [kind, subject, snippet, attachment_size_bytes],
    ['attachment', 'Minutes', 'application/pdf, 5 bytes', 5],
  );
  const paged: (string | undefined)[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await daemon.ask('search.find', {
      q: 'attached',
      scope: 'attachments',
      sort: 'oldest',
      limit: 2,
      ...(cursor && { cursor }),
    });
    paged.push(...files(page));
    cursor = page.next_cursor;
  }
  assert.deepEqual(paged, ['minutes.pdf', 'one.png', 'two.png', 'three.png']);
  assert.deepEqual(
    files(await daemon.ask('search.find', { q: 'filename:two.png', scope: 'attachments', sort: 'relevant', limit: 1 })),
    ['one.png'],
  );
  assert.equal((await daemon.ask('search.find', { q: 'kestrel', scope: 'attachments' })).total, 0);
});

function withAttachments(subject: string, minutesAgo: number, names: readonly string[]): Buffer {
  const part = (name: string) =>
    `--b\r\nContent-Type: ${name.endsWith('pdf') ? 'application/pdf' : 'image/png'}; name="${name}"\r\n` +
    `Content-Disposition: attachment; filename="${name}"\r\n\r\nbytes\r\n`;
  return mail({
    from,
    subject,
    text: `--b\r\nContent-Type: text/plain\r\n\r\nThe files are attached.\r\n${names.map(part).join('')}--b--`.replaceAll(
      '\r\n',
      '\n',
    ),
    id: `${subject}@x`,
    minutesAgo,
    headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
  });
}
