import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parse, TomlError } from 'smol-toml';
import { Failure } from '../../base/failure.ts';
import { runCount } from '../../test-run-count.ts';
import { editedToml } from './edit.ts';
import { keyPath } from './keys.ts';
import type { TomlValue } from './toml-text.ts';

/** A document before and after `key` was set; a key without a value is removed. */
const examples: [what: string, key: string, value: TomlValue | undefined, before: string, after: string][] = [
  [
    'one line changes, and its indentation and comment stay',
    'bridge.port',
    5,
    '# top\n\n[bridge] # here\n  port = 1    # one\n\n  b = 2\n',
    '# top\n\n[bridge] # here\n  port = 5    # one\n\n  b = 2\n',
  ],
  ['a multi-line value becomes one line', 'a.b', 'x', '[a]\nb = """\nc = 1\n""" # d\ne = 1', '[a]\nb = "x" # d\ne = 1'],
  [
    'a missing key is added at the end of its table',
    'a.c',
    true,
    '[a]\nb = 1\n\n# of d\n[d]\n',
    '[a]\nb = 1\nc = true\n\n# of d\n[d]\n',
  ],
  ['a key is added to an empty table', 'a.b', 1, '[a] # c\n\n[d]', '[a] # c\nb = 1\n\n[d]'],
  ['a missing table is added at the end of the document', 'c.d.e', 'x', '[a]\nb = 1', '[a]\nb = 1\n\n[c.d]\ne = "x"\n'],
  ['an empty document gets a table', 'a.b', 1, '', '[a]\nb = 1\n'],
  ['comments stay at the beginning of the document', 'a', 1, '# only this', '# only this\na = 1\n'],
  ['a top-level key is added above the first table', 'b', 1, 'a = 1\n# of c\n[c]\n', 'a = 1\nb = 1\n# of c\n[c]\n'],
  [
    'a top-level key is added above the comment of the first table',
    'b',
    1,
    '# top\n\n# of c\n[c]\n',
    '# top\n\nb = 1\n\n# of c\n[c]\n',
  ],
  ['a key is added to dotted keys', 'a.b.d', 1, 'a.b.c = 1\nx = 1\n[e]', 'a.b.c = 1\na.b.d = 1\nx = 1\n[e]'],
  [
    'a key is added to dotted keys within a table',
    'a.b.d',
    1,
    '[a]\nb.c = 1\ne = 1\n',
    '[a]\nb.c = 1\nb.d = 1\ne = 1\n',
  ],
  ['a missing parent table is added', 'a.c', 1, '[a.b]\nx = 1\n', '[a.b]\nx = 1\n\n[a]\nc = 1\n'],
  ['a table written after its subtables is found', 'a.c', 1, '[a.b]\nx = 1\n[a]\n', '[a.b]\nx = 1\n[a]\nc = 1\n'],
  ['braces: a value', 'a.b.c', 2, 'a = { b = { c = 1 }, d = "}" } # e', 'a = { b = { c = 2 }, d = "}" } # e'],
  ['braces: a key more', 'a.b.d', 2, 'a = { b = { c = 1 } }', 'a = { b = { c = 1, d = 2 } }'],
  ['braces: a table more', 'a.b.c', 2, '[x]\n[y]\na = 1\n[z]\n', '[x]\n[y]\na = 1\n[z]\n\n[a.b]\nc = 2\n'],
  ['braces: the first key', 'a.b.c', 2, 'a = {}', 'a = { b.c = 2 }'],
  ['braces: the last key goes with the comma before', 'a.c', undefined, 'a = { b = 1, c = 2 }', 'a = { b = 1 }'],
  ['braces: another key goes with its comma', 'a.b', undefined, 'a = { b = 1, c = 2 }', 'a = { c = 2 }'],
  [
    'multi-line inline tables',
    'a.d',
    3,
    'a = {\n  b = 1, # b\n  c = 2 # c\n}',
    'a = {\n  b = 1, # b\n  c = 2, d = 3 # c\n}',
  ],
  ['and their comments', 'a.c', undefined, 'a = {\n  b = 1, # b\n  c = 2 # c\n}', 'a = {\n  b = 1 # b\n   # c\n}'],
  [
    'quoted keys equal their unquoted forms',
    '"a b"."c".d',
    2,
    '["a b"]\n\'c\'."\\u0064" = 1',
    '["a b"]\n\'c\'."\\u0064" = 2',
  ],
  ['keys are quoted where necessary', 'a."b c".d', 'x"y\n', '', '[a."b c"]\nd = "x\\"y\\n"\n'],
  [
    'a removed key takes its line with it',
    'a.b',
    undefined,
    '[a]\n# of b\nb = [\n1, # c\n] # d\ne = 1\n',
    '[a]\n# of b\ne = 1\n',
  ],
  ['a missing key cannot be removed', 'a.b', undefined, '# x\n[a]\n', '# x\n[a]\n'],
  ['an unchanged value keeps its notation', 'a.b', 16, 'a.b = 0x10', 'a.b = 0x10'],
  ['Windows line endings stay', 'a.c', 1, '\uFEFF[a]\r\nb = 1\r\n', '\uFEFF[a]\r\nb = 1\r\nc = 1\r\n'],
  ['a byte order mark stays', 'b', undefined, '\uFEFFb = 1\nc = 1', '\uFEFFc = 1'],
  [
    'a multi-line list keeps its lines and the comments of remaining entries',
    'a.hosts',
    ['b', 'd'],
    '[a]\nhosts = [ # first\n  # of a\n  "a", # a\n  # of b\n  "b", # b\n] # end\n',
    '[a]\nhosts = [ # first\n  # of a\n  # of b\n  "b", # b\n  "d",\n] # end\n',
  ],
  ['a one-line list stays on one line', 'a', ['x', 'y'], 'a = [ "x" ] # b', 'a = ["x", "y"] # b'],
];

describe('an edit changes one key', () => {
  for (const [what, key, value, before, after] of examples) {
    test(what, () => assert.equal(editedToml(before, pathOf(key), value), after));
  }
});

test('a change that needs more than one edited key is refused', () => {
  const refused = (text: string, key: string, value?: TomlValue) =>
    assert.throws(() => editedToml(text, pathOf(key), value), { kind: 'conflict', code: 'not_editable' });
  refused('a = 1', 'a.b', 1);
  refused('[a]\nb = 1', 'a', 1);
  refused('[a]\nb = 1', 'a');
  refused('[[a]]\nb = 1', 'a.b', 2);
  refused('', '__proto__.a', 1);
  refused('', 'a', 'half of a pair: \uD800');
  assert.throws(() => editedToml('a = ', ['a'], 1), TomlError);
});

const names = ['a', 'b', '"c d"', "'e.f'"];
const key = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom('.', ' . ').map((dot) => parts.join(dot)));
const entry = fc.constantFrom('x', 'y', '#', ']', '}', '"', '\\', '\n', 'é', '');
const list = fc.array(entry, { maxLength: 4 });
const newValue = fc.oneof(fc.integer(), fc.boolean(), fc.double({ noNaN: true, max: 1e6, min: -1e6 }), entry, list);
const longList = list.map((entries) => `[\n${entries.map((text) => `  ${JSON.stringify(text)}, #\n`).join('')}  #\n]`);
const scalar = fc.oneof(
  fc.constantFrom(
    '1',
    'true',
    '1979-05-27 07:32:00',
    '0x1F',
    '-inf',
    "'#'",
    '"""\n#\n[a]\n"""',
    "''''x'''",
    '[]',
    '{}',
  ),
  list.map((entries) => JSON.stringify(entries)),
  longList,
);
const braces = fc
  .array(fc.tuple(key, scalar), { maxLength: 2 })
  .map((pairs) => `{ ${pairs.map((pair) => pair.join(' = ')).join(', ')} }`);
const blank = fc.constantFrom('', ' ', '  ', '\t');
const chunk = fc.oneof(
  fc.tuple(blank, key, fc.oneof(scalar, braces), fc.constantFrom('', ' #')).map(([indent, name, value, comment]) => ({
    text: `${indent}${name} = ${value}${comment}`,
    name,
  })),
  fc.tuple(blank, key, fc.constantFrom('', ' #')).map(([indent, name, comment]) => ({
    text: `${indent}[${name}]${comment}`,
    name,
  })),
  key.map((name) => ({ text: `[[${name}]]`, name })),
  fc.constantFrom('', '#', '  # [a]').map((text) => ({ text, name: undefined })),
);

/** Chunks that together form a document. All comments in it are different. */
const chunks = fc.array(chunk, { maxLength: 14 }).map((drawn) => {
  const usedKeys: string[] = [];
  let comments = 0;
  for (const { text } of drawn) {
    const numbered = text.replaceAll(/#$/gm, () => `# comment ${++comments};`);
    if (isToml([...usedKeys, numbered].join('\n'))) usedKeys.push(numbered);
  }
  return usedKeys;
});

test('an edit changes one value and no other text', () => {
  const edit = fc.tuple(
    chunks,
    key,
    fc.option(newValue, { nil: undefined }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  );
  fc.assert(
    fc.property(edit, ([parts, name, value, eol, isMarked]) => {
      const text = (isMarked ? '\uFEFF' : '') + parts.join('\n').replaceAll('\n', eol);
      const path = pathOf(name);
      const wanted = changed(withoutPrototype(parse(text)), path, value);
      if (wanted === undefined) return assert.throws(() => editedToml(text, path, value), Failure);
      const edited = editedToml(text, path, value);
      assert.deepEqual(pruned(withoutPrototype(parse(edited))), pruned(wanted));
      assert.equal(edited.startsWith('\uFEFF'), isMarked);
      if (eol === '\r\n' && text.includes(eol)) assert.doesNotMatch(edited, /[^\r]\n/);

      const touched = touchedLines(text.replace('\uFEFF', ''), edited.replace('\uFEFF', ''));
      const part = ['', ...parts].find((part) => part.replaceAll('\n', eol).includes(touched));
      assert.ok(part !== undefined, `more than one statement was touched: ${JSON.stringify(touched)}`);
      const beside = /# comment \d+;$/.exec(part)?.[0];
      if (value !== undefined && beside !== undefined) assert.ok(edited.includes(beside), `${beside} was lost`);
    }),
    { numRuns: runCount(1_500), seed: 11 },
  );
});

test('a list keeps the comments of its remaining entries and those on their own lines', () => {
  const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  fc.assert(
    fc.property(words, words, fc.boolean(), (old, wanted, hasLastComma) => {
      const comma = (index: number) => (index < old.length - 1 || hasLastComma ? ',' : '');
      const rows = old.map((word, index) => `  # above ${word}\n  "${word}"${comma(index)} # beside ${word}\n`);
      const edited = editedToml(`x = [\n${rows.join('')}  # end\n] # x\ny = 1`, ['x'], wanted);
      assert.deepEqual(withoutPrototype(parse(edited)), { x: wanted, y: 1 });
      for (const word of old) assert.match(edited, new RegExp(`^  # above ${word}$`, 'm'));
      for (const word of wanted.filter((word) => old.includes(word)))
        assert.match(edited, new RegExp(`^  "${word}",? # beside ${word}$`, 'm'));
      assert.match(edited, /^  # end\n\] # x\ny = 1$/m);
    }),
    { numRuns: runCount(300), seed: 5 },
  );
});

/** The lines of `before` that are not at the beginning or end of `after`. */
function touchedLines(before: string, after: string): string {
  const [old, newLines] = [before.split('\n'), after.split('\n')];
  const maxLines = Math.min(old.length, newLines.length);
  let first = 0;
  while (first < maxLines && old[first] === newLines[first]) first++;
  let last = 0;
  while (last < maxLines - first && old.at(-1 - last) === newLines.at(-1 - last)) last++;
  return old
    .slice(first, old.length - last)
    .join('\n')
    .replace(/\r$/, '');
}

function isToml(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function pathOf(text: string): string[] {
  return keyPath(text) ?? assert.fail(`${text} is no key`);
}

type Values = { [key: string]: unknown };

/** Objects with the prototype of literals, so that they can be compared with literals. */
function withoutPrototype(value: unknown): Values {
  const plainly = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plainly);
    if (!isTable(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainly(inner)]));
  };
  return plainly(value) as Values;
}

/** The expected data after setting the value; undefined if no change of one key can produce it. */
function changed(values: Values, path: string[], value: unknown): Values | undefined {
  const copy = withoutPrototype(values);
  let table = copy;
  for (const name of path.slice(0, -1)) {
    const inner = (table[name] ??= {});
    if (!isTable(inner)) return undefined;
    table = inner;
  }
  const name = path.at(-1) ?? '';
  if ([table[name]].flat().some(isTable)) return undefined;
  if (value === undefined) delete table[name];
  else table[name] = value === 0 ? 0 : value;
  return copy;
}

/** Without empty tables. */
function pruned(values: Values): Values {
  const left = Object.entries(values)
    .map(([name, value]) => [name, isTable(value) ? pruned(value) : value] as const)
    .filter(([, value]) => !isTable(value) || Object.keys(value).length > 0);
  return Object.fromEntries(left);
}

function isTable(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
