import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { mail, testDaemon } from '../../test-daemon.ts';

type TestMessage = {
  /** The subject, which identifies the message in the tests. */
  name: string;
  from?: string;
  text?: string;
  minutesAgo?: number;
  folder?: string;
  flags?: string[];
  headers?: Record<string, string>;
};

const day = 24 * 60;

/** The current time is Tuesday, 10 March 2026, nine in the morning in Berlin. */
const messages: TestMessage[] = [
  { name: 'plain', text: 'One two three four five.', minutesAgo: 30, flags: ['\\Seen'] },
  { name: 'starred', minutesAgo: 40, flags: ['\\Flagged', '$Forwarded'] },
  { name: 'early today', minutesAgo: 8 * 60 + 30 },
  { name: 'late yesterday', minutesAgo: 9 * 60 + 30 },
  { name: 'sunday', minutesAgo: 2 * day },
  { name: 'last month', minutesAgo: 12 * day, flags: ['reply_later'] },
  { name: 'last year', minutesAgo: 90 * day, text: 'x'.repeat(3000) },
  { name: 'sent', from: 'Ada <ada@example.test>', folder: 'Sent', minutesAgo: 50 },
  {
    name: 'draft',
    from: 'Ada <ada@example.test>',
    folder: 'Drafts',
    minutesAgo: 20,
    headers: { 'In-Reply-To': '<plain@x>' },
  },
  { name: 'binned', folder: 'Trash', minutesAgo: 52 },
  { name: 'junk', folder: 'Junk', minutesAgo: 53 },
  { name: 'put away', folder: 'Archive', minutesAgo: 54, flags: ['\\Answered'] },
  { name: 'house', folder: 'House', minutesAgo: 55 },
  {
    name: 'list',
    from: '"Pager Relay" <alice.moreau@mail.atelier.example>',
    minutesAgo: 56,
    headers: {
      'List-Id': 'News <news.atelier.example>',
      'Delivered-To': 'ada+news@example.test',
      To: 'News <news@atelier.example>',
      Cc: 'Carol <carol@else.example>',
      'Message-ID': '<Weekly.7@Atelier.example>',
    },
  },
  { name: 'asked', text: 'Are you there?', minutesAgo: 57, headers: { 'Message-ID': '<asked@x>' } },
  {
    name: 'Re: asked',
    from: 'Ada <ada@example.test>',
    folder: 'Sent',
    minutesAgo: 56,
    headers: { 'Message-ID': '<answer@x>', 'In-Reply-To': '<asked@x>' },
  },
];

async function searchableMail(t: TestContext) {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const server = servers.get('ada')!;
      for (const {
        name,
        from = 'Bob <bob@other.example>',
        text = 'Nothing.',
        minutesAgo,
        folder,
        flags,
        headers,
      } of messages) {
        const bytes = mail({
          from,
          subject: name,
          text,
          minutesAgo,
          headers: { 'Message-ID': `<${name.replaceAll(' ', '.')}@x>`, ...headers },
        });
        server.control.deliver(bytes, { ...(folder && { folder }), flags: flags ?? [] });
      }
    },
  });
  await daemon.synced();
  const find = async (q: string) => {
    const { groups } = await daemon.ask('search.find', { q, scope: 'messages' });
    return groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).toSorted();
  };
  return { daemon, find };
}

const everything = messages.map(({ name }) => name);
const without = (...names: string[]) => everything.filter((name) => !names.includes(name)).toSorted();
const outsideInbox = ['sent', 'draft', 'binned', 'junk', 'put away', 'house', 'Re: asked'];

const answers: Record<string, [query: string, ...names: string[]][]> = {
  'people by name, local part, domain or whole address': [
    ['from:relay', 'list'],
    ['from:"pager relay"', 'list'],
    ['from:alice', 'list'],
    ['from:atelier.example', 'list'],
    ['from:alice.moreau@mail.atelier.example', 'list'],
    ['from:carol'],
    ['cc:carol', 'list'],
    ['to:news', 'list'],
    ['to:(news atelier) cc:{carol dave}', 'list'],
    ['deliveredto:ada+news@example.test', 'list'],
    ['deliveredto:ada+news', 'list'],
    ['deliveredto:example.test', 'list'],
    ['deliveredto:ada'],
    ['list:news.atelier', 'list'],
    ['rfc822msgid:weekly.7@atelier.EXAMPLE', 'list'],
    ['rfc822msgid:<Weekly.7@Atelier.example>', 'list'],
  ],
  'words near each other': [
    ['one AROUND 1 three', 'plain'],
    ['three AROUND 1 one', 'plain'],
    ['one AROUND 1 four'],
    ['"one AROUND 2 four"', 'plain'],
    ['"two three" AROUND 0 four', 'plain'],
    ['body:one -body:five'],
    ['subject:plain', 'plain'],
  ],
  states: [
    ['is:read', 'plain'],
    ['is:starred', 'starred'],
    ['has:yellow-star', 'starred'],
    ['is:$forwarded', 'starred'],
    ['is:$reply-later', 'last month'],
    ['is:answered', 'put away'],
    ['is:replied', 'put away'],
    ['is:read OR is:starred', 'plain', 'starred'],
  ],
  places: [
    ['in:inbox', ...without(...outsideInbox)],
    ['is:sent', 'sent', 'Re: asked'],
    ['in:drafts', 'draft'],
    ['in:deleted', 'binned'],
    ['is:junk', 'junk'],
    ['in:archive', 'put away', 'house'],
    ['in:anywhere', ...everything],
    ['in:snoozed'],
    ['-is:trash -is:spam', ...without('binned', 'junk')],
    ['label:House', 'house'],
    ['label:SENT', 'sent', 'Re: asked'],
    ['label:nowhere'],
    ['has:userlabels', 'house'],
    ['-has:nouserlabels', 'house'],
    ['category:updates'],
    ['is:important OR is:muted'],
  ],
  'days of the local calendar': [
    ['date:today -in:archive', ...without('late yesterday', 'sunday', 'last month', 'last year', 'put away', 'house')],
    ['date:yesterday', 'late yesterday'],
    ['date:2026-03-09', 'late yesterday'],
    ['after:2026-03-10 before:today'],
    ['before:03/09/2026', 'sunday', 'last month', 'last year'],
    ['before:this-week', 'sunday', 'last month', 'last year'],
    ['before:this_month', 'last month', 'last year'],
    ['after:2026/02/01 before:2026/03/01', 'last month'],
    ['older_than:2d', 'last month', 'last year'],
    ['older:1m', 'last year'],
    ['newer_than:1d older:0d', ...without('sunday', 'last month', 'last year')],
  ],
  sizes: [['larger:2k', 'last year'], ['size:>=2kb smaller:1m', 'last year'], ['-size:<2k', 'last year'], ['size:=1']],
  'a combined query': [
    ['(nothing OR one) is:unread newer:1d -in:inbox -from:ada', 'binned', 'junk', 'put away', 'house'],
    ['is:starred OR subject:house', 'starred', 'house'],
    ['{is:starred (subject:house in:archive) subject:draft} -is:draft', 'starred', 'house'],
    ['-(is:starred OR subject:house) is:unread in:archive', 'put away'],
  ],
};

test('the query language', async (t) => {
  const { daemon, find } = await searchableMail(t);
  for (const [name, cases] of Object.entries(answers)) {
    await t.test(`finds ${name}`, async () => {
      for (const [query, ...names] of cases) assert.deepEqual(await find(query), names.toSorted(), query);
    });
  }
  await t.test(
    'a message needs a reply if a person wrote it and the user has not answered it; a draft does not count',
    async () => {
      const owed = without('sent', 'draft', 'binned', 'junk', 'list', 'asked', 'Re: asked');
      assert.deepEqual(await find('is:owed-reply'), owed);
    },
  );
  await t.test(
    'who is denied is owed no reply; a decision about the sender comes before that about the domain',
    async () => {
      const { accounts } = await daemon.ask('accounts.list', {});
      const account_id = accounts[0]!.account_id;
      const decide = (disposition: 'deny' | 'allow') =>
        daemon.ask('screener.decide', { account_id, sender_email: 'Bob@other.example', disposition });
      await decide('deny');
      assert.deepEqual(await find('is:owed-reply'), []);
      await daemon.ask('screener.decideGroup', {
        account_id,
        scope: 'domain',
        value: 'other.example',
        disposition: 'deny',
      });
      await decide('allow');
      assert.notDeepEqual(await find('is:owed-reply'), []);
      await daemon.ask('screener.clear', { account_id, sender_email: 'bob@other.example' });
      assert.deepEqual(await find('is:owed-reply'), []);
    },
  );
});
