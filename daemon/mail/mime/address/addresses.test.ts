import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hostileSize, runCount } from '../../../test-run-count.ts';
import { parseAddresses } from './addresses.ts';

/** Each mailbox as `name|email`. */
const read = (value: string) => parseAddresses(value).map(({ name, email }) => `${name ?? ''}|${email}`);

test('the examples of RFC 5322, appendix A', () => {
  assert.deepEqual(read('John Doe <jdoe@machine.example>'), ['John Doe|jdoe@machine.example']);
  assert.deepEqual(read('Mary Smith <mary@x.test>, jdoe@example.org, Who? <one@y.test>'), [
    'Mary Smith|mary@x.test',
    '|jdoe@example.org',
    'Who?|one@y.test',
  ]);
  assert.deepEqual(read('<boss@nil.test>, "Giant; \\"Big\\" Box" <sysservices@example.net>'), [
    '|boss@nil.test',
    'Giant; "Big" Box|sysservices@example.net',
  ]);
  assert.deepEqual(read('A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;'), [
    'Ed Jones|c@a.test',
    '|joe@where.test',
    'John|jdoe@one.test',
  ]);
  assert.deepEqual(read('Undisclosed recipients:;'), []);
  assert.deepEqual(read('Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>'), [
    'Pete (A nice ) chap)|pete@silly.test',
  ]);
  assert.deepEqual(
    read(
      "A Group(Some people)     :Chris Jones <c@(Chris's host.)public.example>,  joe@example.org,  " +
        'John <jdoe@one.test> (my dear friend); (the end of the group)',
    ),
    ['Chris Jones|c@public.example', '|joe@example.org', 'John|jdoe@one.test'],
  );
  assert.deepEqual(read('(Empty list)(start)Hidden recipients  :(nobody(that I know))  ;'), []);
  assert.deepEqual(read('Mary Smith <@machine.tld:mary@example.net>, , jdoe@test   . example'), [
    'Mary Smith|mary@example.net',
    '|jdoe@test.example',
  ]);
  assert.deepEqual(read('<@node.test,@other.test:a@b.test>'), ['|a@b.test'], 'a route over two hosts');
});

test('encoded words are decoded after the field is split', () => {
  assert.deepEqual(read('=?utf-8?Q?Doe,_J=C3=BCrgen?= <a@b.test>, "=?utf-8?B?w6k=?=" <c@d.test>'), [
    'Doe, Jürgen|a@b.test',
    'é|c@d.test',
  ]);
  assert.deepEqual(read('=?utf-8?Q?J=C3?= =?utf-8?Q?=BCrgen?= <a@b.test> '), ['Jürgen|a@b.test']);
  assert.deepEqual(read('=?utf-8?Q?a@b.test, c@d.test?= <e@f.test>'), ['a@b.test, c@d.test|e@f.test']);
});

test('quoted local parts and domain literals stay whole', () => {
  assert.deepEqual(read('"a, b"@c.test'), ['|"a, b"@c.test']);
  assert.deepEqual(read('Name <"a> b"@c.test>'), ['Name|"a> b"@c.test']);
  assert.deepEqual(read('a@[IPv6:::1], b@[127.0.0.1]'), ['|a@[IPv6:::1]', '|b@[127.0.0.1]']);
});

test('names that should have been quoted are names', () => {
  assert.deepEqual(read('Public, John Q., Jr. <john@example.org>'), ['Public, John Q., Jr.|john@example.org']);
  assert.deepEqual(read('a@b.test, Doe, Jane <c@d.test>'), ['|a@b.test', 'Doe, Jane|c@d.test']);
  assert.deepEqual(read('john@old.test <john@new.test>'), ['john@old.test|john@new.test']);
  assert.deepEqual(read('[List] News: today <a@b.test>'), ['[List] News: today|a@b.test']);
  assert.deepEqual(read('\\"Name\\" <a@b.test>'), ['"Name"|a@b.test']);
});

test('missing and misplaced delimiters are corrected', () => {
  assert.deepEqual(read('a@b.test (The Name)'), ['The Name|a@b.test'], 'comment');
  assert.deepEqual(read('The Name a@b.test'), ['The Name|a@b.test'], 'no brackets');
  assert.deepEqual(read('<a@b.test> The Name, c@d.test'), ['The Name|a@b.test', '|c@d.test'], 'name behind');
  assert.deepEqual(read('A <a@b.test> C <c@d.test>'), ['A|a@b.test', 'C|c@d.test'], 'no comma');
  assert.deepEqual(read('a@b.test; c@d.test'), ['|a@b.test', '|c@d.test'], 'semicolons');
  assert.deepEqual(read('A <a@b.test, C <c@d.test>'), ['A|a@b.test', 'C|c@d.test'], 'unclosed bracket');
  assert.deepEqual(read('A <B <a@b.test>>'), ['A B|a@b.test'], 'brackets in brackets');
  assert.deepEqual(read('"A <a@b.test>'), ['A|a@b.test'], 'unclosed quote');
  assert.deepEqual(read('A (B <a@b.test>'), ['A (B|a@b.test'], 'unclosed comment');
  assert.deepEqual(read("'a@b.test'"), ['|a@b.test'], 'single quotes');
  assert.deepEqual(read('a@b.test <>'), ['|a@b.test'], 'empty brackets');
  assert.deepEqual(read('"a@b.test"'), ['|a@b.test'], 'quotes around it all');
  assert.deepEqual(read('"n@m.test", <a@b.test>'), ['n@m.test|a@b.test'], 'comma behind the name');
  assert.deepEqual(read('A <mailto:a@b.test>'), ['A|a@b.test'], 'URL');
});

test('a comment between the name and the brackets belongs to the name', () => {
  assert.deepEqual(read('Ann Lee (Mill) <a@b.test>, c@d.test'), ['Ann Lee (Mill)|a@b.test', '|c@d.test']);
  assert.deepEqual(read('Ann Lee(Mill)<a@b.test>(at work)'), ['Ann Lee (Mill)|a@b.test']);
  assert.deepEqual(read('"Lee, Ann" (=?utf-8?Q?M=C3=BChle?=) <a@b.test>'), ['Lee, Ann (Mühle)|a@b.test']);
  assert.deepEqual(read('Ann (Mill) Lee <a@b.test>'), ['Ann (Mill) Lee|a@b.test']);
  assert.deepEqual(read('Lee, Ann (Mill) <a@b.test>'), ['Lee, Ann (Mill)|a@b.test']);
  assert.deepEqual(read('Ann (a@b.test) <a@b.test>'), ['Ann|a@b.test'], 'the address once more');
  assert.deepEqual(read('Ann () <a@b.test>'), ['Ann|a@b.test'], 'nothing');
  assert.deepEqual(read('(Ann) <a@b.test>'), ['Ann|a@b.test'], 'no other name');
  assert.deepEqual(read('<a@b.test>(Ann)'), ['Ann|a@b.test'], 'after the address');
});

test('words and brackets need no space between them', () => {
  assert.deepEqual(read('"Ann"Lee<a@b.test>,Bob"the"Miller<c@d.test>'), [
    'Ann Lee|a@b.test',
    'Bob the Miller|c@d.test',
  ]);
  assert.deepEqual(read('=?utf-8?Q?J=C3=BCrgen?="Lee"<a@b.test>'), ['Jürgen Lee|a@b.test']);
  assert.deepEqual(read('"Ann"=?utf-8?Q?_L=C3=AB?=<a@b.test>'), ['Ann Lë|a@b.test']);
  assert.deepEqual(read('Ann "Bee"\'s list <a@b.test>, "Ann".Lee<a@b.test>'), [
    "Ann Bee's list|a@b.test",
    'Ann.Lee|a@b.test',
  ]);
});

test('a name that repeats the address is dropped', () => {
  assert.deepEqual(read('"a@b.test" <a@b.test>, c@d.test <c@d.test> '), ['|a@b.test', '|c@d.test']);
});

test('words are names only if the field has no address', () => {
  assert.deepEqual(parseAddresses('Mail System'), [{ name: 'Mail System', email: '' }]);
  assert.deepEqual(read('MAILER-DAEMON <>'), ['MAILER-DAEMON|']);
  assert.deepEqual(read('Team, a@b.test'), ['|a@b.test']);
  assert.deepEqual(parseAddresses(' \t'), []);
});

test('the number and the length of names and addresses are bounded', () => {
  assert.equal(parseAddresses('A <a@b.test>, '.repeat(1_500)).length, 1_000);
  const [long] = parseAddresses(`${'n'.repeat(600)} <${'a'.repeat(600)}@b.test>`);
  assert.deepEqual([long?.name?.length, long?.email.length], [500, 500]);
  assert.ok(parseAddresses(`${'😀'.repeat(400)}x <a@b.test>`)[0]?.name?.isWellFormed());
});

test('any list of quoted names and addresses round-trips', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
    .map((text) => text.replace(/\s+/g, ' ').trim());
  const local = fc.stringMatching(/^[a-z0-9!#$%&'*+/=^_`{|}~-]{1,20}$/);
  const mailbox = fc.record({ name, email: local.map((text) => `${text}@example.org`) });
  fc.assert(
    fc.property(fc.array(mailbox, { minLength: 1 }), (list) => {
      fc.pre(list.every(({ name }) => name !== '' && !name.includes('=?') && !name.includes('\0')));
      const value = list.map(({ name, email }) => `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`).join(', ');
      assert.deepEqual(
        parseAddresses(value),
        list.map(({ name, email }) => ({ name: name.slice(0, 500).toWellFormed(), email })),
      );
    }),
  );
});

test('any broken value is parsed, and large hostile values are parsed in linear time', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    ',',
    ';',
    ':',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '@',
    '.',
    ' ',
    'a',
    'a@b',
    '=?',
    '?=',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      for (const { name, email } of parseAddresses(pieces.join(''))) assert.ok(name !== '' && email.isWellFormed());
    }),
    { numRuns: runCount(1_000) },
  );
  const parts = [
    '"',
    '\\',
    ',',
    ';',
    ':',
    '<',
    '>',
    '(',
    ')',
    '((a)',
    '[',
    '@[',
    ' ',
    'a@',
    '<"',
    '"\\',
    '<(',
    '<a,',
    ' .',
  ];
  const size = hostileSize(400_000);
  for (const part of [...parts, 'a,', '=?a?Q?', '\\"', '<>', '"a"@', '(\\', '<@a', 'a <', '()']) {
    assert.ok(parseAddresses(part.repeat(size / part.length)).length <= 1_000, part);
    assert.ok(parseAddresses(`${part.repeat(size / part.length)}<a@b.test>`).length <= 1_000, part);
  }
});
