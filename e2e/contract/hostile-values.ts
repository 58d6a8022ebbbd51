import fc, { type Arbitrary } from 'fast-check';

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown;

const numbers: unknown[] = [
  Number.MAX_SAFE_INTEGER + 2,
  -Number.MAX_SAFE_INTEGER,
  1e308,
  -1e308,
  5e-324,
  -0,
  2 ** 31,
  -1,
];
const texts: unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egpj.exe',
  '\ufeff',
  '\r\nX: y',
  '%00',
  '%',
  '..',
  '.',
  '99999999999999999999',
  '1e3',
  '0x10',
  '-',
  'NaN',
  'null',
  'undefined',
  'true ',
  '__proto__',
  'constructor',
];
const queries: unknown[] = [
  "' OR 1=1 --",
  '"',
  '"(',
  'NEAR(a b, 2)',
  'from:',
  'from:(',
  '((((',
  'a OR',
  '-',
  '*',
  'is:',
  'after:x',
  'a:b:c',
  'larger:99999999999999999999',
  'newer:99999999d',
  'label:"',
  'subject:\u0000',
  '{',
  'a'.repeat(4000),
  '(a '.repeat(1000),
];
const shapes: unknown[] = [
  'a'.repeat(20_000),
  '\u{1f4ee}'.repeat(3000),
  [],
  {},
  [[]],
  null,
  true,
  nested(20),
  nested(1000),
  JSON.parse('{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}}}'),
];

/** Values that hostile or faulty clients send. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...numbers, ...texts, ...queries, ...shapes),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(fc.string(), { maxLength: 5 }),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
);

const nestingDepth = 100_000;

/** Bodies that are not the serialization of any value. */
export const hostileBodies: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    `{"name":${'['.repeat(nestingDepth)}${']'.repeat(nestingDepth)}}`,
    `${'{"a":'.repeat(nestingDepth)}1${'}'.repeat(nestingDepth)}`,
    '{"name":"a","name":"b"}',
    '{"name":"\\ud800"}',
    '{"limit":1e999,"value":-1e999}',
    '{"name":"a"} trailing',
    '\ufeff{}',
    '{"name":"\\u0000"}',
    '',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
