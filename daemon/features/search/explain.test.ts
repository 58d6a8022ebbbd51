import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mail, testDaemon } from '../../test-daemon.ts';

const messages = [
  mail({
    from: 'Ada Morgan <ada@example.test>',
    subject: 'Boiler inspection on Friday',
    text: 'The engineer comes at nine.',
    id: '1@x',
    minutesAgo: 10,
  }),
  mail({
    from: 'Jonas <jonas@example.test>',
    subject: 'Minutes',
    text: `${'Much was said before. '.repeat(30)}Then the Café invoice came up, and was paid.`,
    id: '2@x',
    minutesAgo: 20,
  }),
];

test('explaining a search', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      for (const bytes of messages) servers.get('ada')?.control.deliver(bytes);
    },
  });
  await daemon.synced();
  const find = (q: string, more: object = {}) => daemon.ask('search.find', { q, ...more });

  await t.test('a match names its location, with the words marked in the subject and the text', async () => {
    const { matches } = await find('inspection', { matches: true });
    assert.deepEqual(
      matches.map(({ places, subject, excerpt }) => ({ places, subject, excerpt })),
      [
        {
          places: ['subject'],
          subject: [
            { text: 'Boiler ', is_hit: false },
            { text: 'inspection', is_hit: true },
            { text: ' on Friday', is_hit: false },
          ],
          excerpt: null,
        },
      ],
    );
    const [deep] = (await find('cafe', { matches: true })).matches;
    assert.deepEqual(deep?.places, ['body']);
    assert.deepEqual(
      deep.excerpt?.filter(({ is_hit }) => is_hit),
      [{ text: 'Café', is_hit: true }],
    );
    const excerpt = deep.excerpt.map(({ text }) => text).join('');
    assert.match(excerpt, /^… .{20,40}Café invoice came up/);
    // It begins and ends with whole words.
    const words = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];
    const sentences = words('Much was said before. Then the Café invoice came up, and was paid.');
    assert.deepEqual(
      words(excerpt).filter((word) => !sentences.includes(word)),
      [],
    );
    assert.deepEqual((await find('from:morgan', { matches: true })).matches[0]?.places, ['from']);
    assert.deepEqual((await find('is:unread', { matches: true })).matches, []);
    assert.deepEqual((await find('inspection')).matches, []);
  });

  await t.test('a query is explained as text, part by part, with the position of each', async () => {
    const q = 'boiler from:"Ada Morgan" -has:attachment before:2026-05-03 older_than:2w larger:5mb';
    const { clauses } = await find(q);
    assert.deepEqual(
      clauses.map(({ position, length, words, is_text }) => [q.slice(position, position + length), words, is_text]),
      [
        ['boiler', 'with “boiler”', true],
        ['from:"Ada Morgan"', 'from Ada Morgan', false],
        ['-has:attachment', 'without an attachment', false],
        ['before:2026-05-03', 'before 3 May 2026', false],
        ['older_than:2w', 'older than 2 weeks', false],
        ['larger:5mb', 'larger than 5 MB', false],
      ],
    );
    const clauseTexts = async (query: string) => (await find(query)).clauses.map(({ words }) => words);
    assert.deepEqual(await clauseTexts('tea OR from:ada'), ['with “tea” or from ada']);
    assert.deepEqual(await clauseTexts('(tea coffee) AND NOT is:unread'), ['with “tea” and with “coffee”', 'read']);
    assert.deepEqual(await clauseTexts('-is:read NOT -is:starred -is:sent -is:snoozed -from:ada'), [
      'unread',
      'starred',
      'not sent by you',
      'not snoozed',
      'not from ada',
    ]);
    assert.deepEqual(await clauseTexts('tea -(a OR b)'), ['with “tea”', 'not (with “a” or with “b”)']);
    assert.deepEqual(await clauseTexts('in:inbox subject:(a b) date:today'), [
      'in the inbox',
      'with “a” in the subject and with “b” in the subject',
      'today',
    ]);
    assert.deepEqual(await clauseTexts('a AROUND 3 b'), ['with “a” within 3 words of “b”']);
    assert.deepEqual(await clauseTexts('tea last week from:ada in may 2025 since monday'), [
      'with “tea”',
      'last week',
      'from ada',
      'in May 2025',
      'since Monday',
    ]);
    assert.deepEqual(await clauseTexts('before:2026-02 date:february after:3-days-ago date:2025 on 3 march'), [
      'before February 2026',
      'in February 2026',
      'since 3 days ago',
      'in 2025',
      'on 3 March 2026',
    ]);
    assert.deepEqual(await clauseTexts(''), []);
  });

  await t.test('the last word matches as a prefix while the user types, and as a whole word afterwards', async () => {
    assert.equal((await find('inspec', { typing: true })).total, 1);
    assert.equal((await find('from:mor', { typing: true })).total, 1);
    for (const half of ['boiler is:unr', 'boiler has:', 'boiler from:"', 'boiler OR', 'boiler -'])
      assert.equal((await find(half, { typing: true })).total, 1, half);
    await assert.rejects(find('boiler is:unr'), { code: 'bad_query' });
    await assert.rejects(find('is:unr boiler', { typing: true }), { code: 'bad_query' });
    assert.equal((await find('inspec', { matching: 'exact' })).total, 0);
    assert.equal((await find('inspec ', { typing: true, matching: 'exact' })).total, 0);
    assert.equal((await find('in', { typing: true })).total, 0);
    assert.deepEqual((await find('inspec', { typing: true, matches: true })).matches[0]?.subject?.[1], {
      text: 'inspec',
      is_hit: true,
    });
  });

  await t.test('a typo is corrected to a word in the mail, and only if that finds more', async () => {
    const meant = async (q: string) => (await find(q)).did_you_mean;
    assert.deepEqual(await meant('boiler inspectoin'), {
      query: 'boiler inspection',
      words: [{ written: 'inspectoin', meant: 'inspection' }],
      total: 1,
    });
    assert.equal((await meant('from:jnoas'))?.query, 'from:jonas');
    assert.equal((await meant('engnieers'))?.query, 'engineer');
    assert.equal((await meant('"invoce"'))?.query, '"invoice"');
    assert.equal((await meant('label:imbox'))?.query.toLowerCase(), 'label:inbox');
    for (const q of ['inspection', 'xyzzyplugh', 'engneer -comes', '-inspectoin', 'a1b2c3', ''])
      assert.equal(await meant(q), null);
  });
});
