import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mail, testDaemon, type Reply } from '../../test-daemon.ts';

const subjects = ({ groups }: Reply<'search.find'>) => groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));

const noteMail = (
  subject: string,
  text: string,
  { from = 'Marta Nowak <m.nowak@rivers.example>', minutesAgo = 10 } = {},
) => mail({ from, subject, text, id: `${subject.replaceAll(' ', '.')}@x`, minutesAgo });

const messages = [
  noteMail('Spring catalogue', 'The green catalogue has two invoices.'),
  noteMail('Proofs', 'Proofs of the catalogue, printed.', { minutesAgo: 20 }),
  noteMail('Proofreading', 'A catalogue in March.', { from: 'Jonas Weber <jonas@weber.example>', minutesAgo: 30 }),
  ...Array.from({ length: 12 }, (_, n) =>
    noteMail(`Note ${n}`, 'Catalogue pages.', { from: 'Nora <nora@example.test>', minutesAgo: 60 * 24 * 20 + n }),
  ),
];

test('a search that finds nothing exactly is widened, and says how', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => messages.forEach((bytes) => servers.get('ada')!.control.deliver(bytes)),
  });
  await daemon.synced();
  const find = (q: string, more: object = {}) => daemon.ask('search.find', { q, ...more });
  const found = async (q: string, more: object = {}) => {
    const reply = await find(q, more);
    return [reply.matching.kind, ...subjects(reply)];
  };

  await t.test('names, addresses and subjects match by their beginnings, also negated', async () => {
    const byMarta = ['exact', 'Spring catalogue', 'Proofs'];
    for (const q of ['from:mart', 'from:mart*', 'from:"marta n"', 'from:rivers', 'from:m.nowak@riv'])
      assert.deepEqual(await found(q), byMarta, q);
    assert.deepEqual(await found('from:jon'), ['exact', 'Proofreading']);
    assert.deepEqual(await found('subject:proof -from:jon'), ['exact', 'Proofs']);
    assert.deepEqual(await found('from:owak', { matching: 'exact' }), ['exact']);
    assert.equal((await daemon.ask('search.count', { q: 'from:mart' })).count, 2);
  });

  await t.test('exact matches exclude wider ones', async () => {
    assert.deepEqual(await found('proofs'), ['exact', 'Proofs']);
    assert.deepEqual(await found('proof*'), ['exact', 'Proofs', 'Proofreading']);
  });

  await t.test('then words that begin with it, with the query that finds them exactly', async () => {
    const reply = await find('proof catalogue', { matches: true });
    assert.deepEqual(subjects(reply), ['Proofs', 'Proofreading']);
    assert.deepEqual(reply.matching, {
      kind: 'prefixes',
      query: 'proof* catalogue*',
      words: [
        { written: 'proof', searched: ['proof*'] },
        { written: 'catalogue', searched: ['catalogue*'] },
      ],
    });
    assert.deepEqual(reply.matches[0]?.subject?.[0], { text: 'Proof', is_hit: true });
    assert.deepEqual(await found(reply.matching.query), ['exact', 'Proofs', 'Proofreading']);
    assert.deepEqual(await found('proof catalogue', { matching: 'exact' }), ['exact']);
    assert.deepEqual(await found('"proof" catal'), ['exact']);
    assert.equal((await find('from:mart catal')).matching.query, 'from:mart catal*');
  });

  await t.test('then other forms, then the closest spelling', async () => {
    const forms = await find('invoicing');
    assert.deepEqual(
      [forms.matching.kind, forms.matching.query, ...subjects(forms)],
      ['stems', 'invoices', 'Spring catalogue'],
    );
    const spelling = await find('green catalouge');
    assert.deepEqual(spelling.matching, {
      kind: 'spelling',
      query: 'green catalogue',
      words: [{ written: 'catalouge', searched: ['catalogue'] }],
    });
    assert.deepEqual([subjects(spelling), spelling.total, spelling.did_you_mean?.total], [['Spring catalogue'], 1, 1]);
    assert.deepEqual(await found('green catalouge', { typing: true }), ['exact']);
    assert.deepEqual(await found('-catalouge from:nobody'), ['exact']);
    assert.deepEqual(await found('"catalouge"'), ['exact']);
  });

  await t.test('every page continues in the same way, with exact totals', async () => {
    for (const [q, kind] of [
      ['catalog', 'prefixes'],
      ['catalouge', 'spelling'],
      ['cataloguing', 'stems'],
    ] as const) {
      for (const sort of ['recent', 'oldest', 'relevant']) {
        const all: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await find(q, { sort, limit: 4, exact: false, ...(cursor && { cursor }) });
          assert.deepEqual([page.matching.kind, page.total], [kind, messages.length], q);
          all.push(...subjects(page));
          cursor = page.next_cursor;
        } while (cursor);
        assert.equal(new Set(all).size, messages.length, `${q} ${sort}`);
      }
      assert.equal(subjects(await find(q, { limit: 4, offset: 14 })).length, 1);
    }
    await assert.rejects(find('catalog', { cursor: 'prefixes.x' }), { code: 'bad_cursor' });
  });

  await t.test('dates in plain words are conditions, and a bare month is offered as one', async () => {
    assert.deepEqual(await found('catalogue last week'), ['exact']);
    assert.deepEqual(await found('catalogue in march'), ['exact', 'Spring catalogue', 'Proofs', 'Proofreading']);
    assert.equal((await find('date:february')).total, 12);
    const bare = await find('catalogue march');
    assert.deepEqual(
      [subjects(bare), bare.date_suggestion],
      [['Proofreading'], { words: 'in March 2026', query: 'catalogue date:march' }],
    );
    assert.equal((await find(bare.date_suggestion!.query)).total, 3);
    for (const q of ['catalogue', '"march"', 'in march', '-march', 'subject:march', ''])
      assert.equal((await find(q)).date_suggestion, null, q);
  });
});
