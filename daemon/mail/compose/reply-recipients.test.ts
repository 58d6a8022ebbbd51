import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyRecipients, type ReplyHeaders } from './reply-recipients.ts';
import { attachmentName } from './attachment-name.ts';
import { forwardSubject, replySubject } from './subject.ts';

const person = (email: string) => ({ name: null, email });
const [ada, alias, bob, carl, list] = [
  'ada@a.test',
  'a.morgan@a.test',
  'bob@b.test',
  'carl@c.test',
  'plans@lists.test',
].map(person) as [ReturnType<typeof person>, ...ReturnType<typeof person>[]] &
  Record<number, ReturnType<typeof person>>;
const own = new Set(['ada@a.test', 'a.morgan@a.test']);
const noHeaders = {
  to: [],
  cc: [],
  reply_to: [],
  mail_reply_to: [],
  mail_followup_to: [],
  list_post: null,
  isOwn: false,
};
const toBob: ReplyHeaders = { ...noHeaders, from: bob!, to: [ada] };

const cases: [what: string, mail: ReplyHeaders, all: boolean, to: string[], cc: string[]][] = [
  ['the sender', toBob, false, ['bob@b.test'], []],
  ['the Reply-To address', { ...toBob, reply_to: [carl!] }, false, ['carl@c.test'], []],
  ['Mail-Reply-To before Reply-To', { ...toBob, reply_to: [list!], mail_reply_to: [bob!] }, false, ['bob@b.test'], []],
  ['the sender, if Reply-To is an address of the user', { ...toBob, reply_to: [alias!] }, false, ['bob@b.test'], []],
  [
    'all recipients except the user',
    { ...toBob, to: [alias!, carl!], cc: [ada, bob!] },
    true,
    ['bob@b.test'],
    ['carl@c.test'],
  ],
  [
    'the list once',
    { ...toBob, to: [list!], list_post: person('Plans@lists.test') },
    true,
    ['bob@b.test'],
    ['plans@lists.test'],
  ],
  [
    'the list, even if it is not a recipient',
    { ...toBob, list_post: list! },
    true,
    ['bob@b.test'],
    ['plans@lists.test'],
  ],
  ['only Mail-Followup-To', { ...toBob, cc: [carl!], mail_followup_to: [list!] }, true, ['plans@lists.test'], []],
  [
    'for sent mail, its To recipients',
    { ...noHeaders, from: ada, to: [bob!, ada], cc: [carl!], isOwn: true },
    false,
    ['bob@b.test'],
    [],
  ],
  [
    'for sent mail, all its recipients',
    { ...noHeaders, from: ada, to: [bob!], cc: [carl!], isOwn: true },
    true,
    ['bob@b.test'],
    ['carl@c.test'],
  ],
  [
    'for a note of the user to the user, the user',
    { ...noHeaders, from: ada, to: [alias!], isOwn: true },
    true,
    ['a.morgan@a.test'],
    [],
  ],
  ['for sent mail without recipients, the user', { ...noHeaders, from: ada, isOwn: true }, false, ['ada@a.test'], []],
];
for (const [what, mail, all, to, cc] of cases)
  test(`${all ? 'a reply to all' : 'a reply'} goes to: ${what}`, () => {
    const found = replyRecipients(mail, own, all);
    assert.deepEqual([found.to.map(({ email }) => email), found.cc.map(({ email }) => email.toLowerCase())], [to, cc]);
  });

test('a subject gets a reply or forward prefix once, in any language', () => {
  const replies: [string, string][] = [
    ['Plan', 'Re: Plan'],
    ['re: Plan', 're: Plan'],
    ['AW: Plan', 'AW: Plan'],
    ['Re[2]: Plan', 'Re[2]: Plan'],
    ['[plans] Sv: Plan', '[plans] Sv: Plan'],
    ['回复：计划', '回复：计划'],
    ['Fwd: Plan', 'Re: Fwd: Plan'],
    ['Regarding: Plan', 'Re: Regarding: Plan'],
    ['', 'Re:'],
  ];
  for (const [subject, expected] of replies) assert.equal(replySubject(subject), expected);
  assert.equal(forwardSubject('Re: Plan'), 'Fwd: Re: Plan');
  assert.equal(forwardSubject('WG: Plan'), 'WG: Plan');
});

test('a file name is displayed as given, without deceptive characters', () => {
  const names: [string, string][] = [
    ['plan.pdf', 'plan.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\a\\b.txt', 'b.txt'],
    ['a\u202efdp.exe', 'afdp.exe'],
    ['a\r\nb\0.txt', 'ab.txt'],
    ['  .hidden ', '.hidden'],
    ['Überblick 東京 👩\u200d🚀.pdf', 'Überblick 東京 👩\u200d🚀.pdf'],
    ['..', 'attachment'],
    ['', 'attachment'],
    [`${'é'.repeat(200)}.tar`, `${'é'.repeat(125)}.tar`],
  ];
  for (const [name, expected] of names) assert.equal(attachmentName(name), expected.normalize('NFC'));
});
