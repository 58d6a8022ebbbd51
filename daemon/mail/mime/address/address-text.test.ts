import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../../test-run-count.ts';
import { parseAddressText, formatAddressText } from './address-text.ts';

const ada = 'ada@example.org';
const bob = 'bob@example.org';

/** The typed text, the parsed addresses written back, and the invalid pieces. */
const addressLines: [text: string, addresses: string, bad?: string[]][] = [
  ['', ''],
  [`Lee, Bob <${bob}>; "Morgan, Ada" <${ada}>,`, `"Lee, Bob" <${bob}>, "Morgan, Ada" <${ada}>`],
  [`Lee, Bob, Dr. <${bob}>`, `"Lee, Bob, Dr." <${bob}>`],
  [`${ada} ${bob}\t${ada} <${ada}>`, `${ada}, ${bob}`],
  [`Ada Morgan\t${ada}\r\n${bob}\tBob Lee`, `Ada Morgan <${ada}>, Bob Lee <${bob}>`],
  [`Friends: ${ada}, Bob <${bob}>; "More of them": eve@example.org;`, `${ada}, Bob <${bob}>, eve@example.org`],
  ['undisclosed-recipients:;', ''],
  [`mailto:${ada}?subject=Hello, <mailto:${bob}>`, `${ada}, ${bob}`],
  [`To: ${ada}\nCc: ${bob}`, `${ada}, ${bob}`],
  [`Ada\r\n <${ada}>`, `Ada <${ada}>`],
  [`${ada} (Ada (at home)), (who?) Bob <${bob}> (at work)`, `"Ada (at home)" <${ada}>, Bob <${bob}>`],
  [`=?utf-8?Q?Zo=C3=AB_Lee=2C?= <${ada}>`, `"Zoë Lee," <${ada}>`],
  [`李雷 <${ada}>，韩梅梅 <${bob}>；ünï@bücher.example`, `李雷 <${ada}>, 韩梅梅 <${bob}>, ünï@bücher.example`],
  [`ada@bücher.example, Ada <ADA@xn--bcher-kva.example>`, 'Ada <ada@bücher.example>'],
  [`${ada}, Ada Morgan <Ada@Example.org>, 'ada@example.org'`, `Ada Morgan <${ada}>`],
  [`"${ada}" <${bob}>`, `"${ada}" <${bob}>`],
  [`Bob "the builder" Lee <${bob}>, "Ada <${ada}`, `Bob the builder Lee <${bob}>, Ada <${ada}>`],
  [`"Ada \\"A.\\" \\\\ Morgan" <${ada}>`, `"Ada \\"A.\\" \\\\ Morgan" <${ada}>`],
  ['"john doe"@example.org a@[127.0.0.1] x@[IPv6:::1]', '"john doe"@example.org, a@[127.0.0.1], x@[IPv6:::1]'],
  [`<@a.example,@b.example:${ada}>, ${bob}.`, `${ada}, ${bob}`],
  ['a..b@docomo.example, root@localhost', 'a..b@docomo.example, root@localhost'],
  [`foo, ${ada}, bar@baz, Bob <${bob}>`, `${ada}, Bob <${bob}>`, ['foo', 'bar@baz']],
  ['Ada <not an address>, http://example.org/ , x@', '', ['Ada <not an address>', 'http://example.org/', 'x@']],
  ['a@1.2.3.4;a@-x.example, a@x..example, @x.example', '', ['a@1.2.3.4', 'a@-x.example', 'a@x..example', '@x.example']],
  [`one, two, three, Bob <${bob}>`, `Bob <${bob}>`, ['one', 'two', 'three']],
  [`Ada; Bob <${bob}> and more`, `Bob <${bob}>`, ['Ada', 'and more']],
];

test('address lines are parsed as the user meant them, and invalid pieces are returned as typed', () => {
  for (const [text, written, bad] of addressLines) {
    const read = parseAddressText(text);
    assert.equal(formatAddressText(read.addresses), written, text);
    assert.deepEqual(read.invalid, bad ?? [], text);
    assert.deepEqual(parseAddressText(written), { addresses: read.addresses, invalid: [] }, text);
  }
});

test('the formatted text of any typed addresses parses to the same addresses', () => {
  const signs = [...'",;<>()[]:@ \n\t\'.\\，', '=?utf-8?Q?=3D?=', 'mailto:', '\ud800', '\u2028', '\0'];
  const words = ['ada@example.org', 'bob@bücher.example', 'Ada', 'O’Brien', 'ليلى', '👩‍👩‍👧', 'é'];
  const piece = fc.constantFrom(...signs, ...words);
  const text = fc.oneof(
    fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  );
  const name = fc.oneof(text, fc.constant(null));
  const email = fc.constantFrom(ada, bob, '"a, b"@example.org', "o'hara@example.org", 'ü@bücher.example');
  const address = fc.record({ name, email });
  const isFixed = (typed: string) => {
    const { addresses } = parseAddressText(typed);
    assert.deepEqual(parseAddressText(formatAddressText(addresses)), { addresses, invalid: [] });
  };
  fc.assert(fc.property(text, isFixed), { seed: 8, numRuns: runCount(250) });
  fc.assert(
    fc.property(fc.array(address, { maxLength: 5 }), (addresses) => {
      const typed = formatAddressText(addresses);
      assert.deepEqual(parseAddressText(typed).invalid, []);
      assert.equal(parseAddressText(typed).addresses.length, new Set(addresses.map(({ email }) => email)).size);
      isFixed(typed);
    }),
    { seed: 8, numRuns: runCount(100) },
  );
});

test('five thousand addresses are all parsed', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ name: `Person, ${at}`, email: `person${at}@example.org` }));
  assert.deepEqual(parseAddressText(formatAddressText(many)), { addresses: many, invalid: [] });
});
