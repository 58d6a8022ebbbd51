import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from './example.ts';
import { boundsOf, insideOf, mentions, type Schema, textOf, typeOf } from './schema.ts';

const words = (schema: Schema) => typeOf(schema).map(textOf).join('');
const row = { $ref: '#/components/schemas/MessageRow' };

test('a type is said in words, with shared records by their names', () => {
  const types: [Schema, string][] = [
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ enum: ['a', 'b'] }, '"a" or "b"'],
    [{ const: 3 }, '3'],
    [row, 'MessageRow'],
    [{ anyOf: [row, { type: 'null' }] }, 'MessageRow or null'],
    [{ type: 'array', items: { type: 'array', items: row } }, 'list of list of MessageRow'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, 'list: string, then integer'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object with values of integer'],
    [{ anyOf: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ const: name })) }, 'one of 5 forms'],
    [{}, 'any value'],
  ];
  for (const [schema, expected] of types) assert.equal(words(schema), expected);
  assert.deepEqual(typeOf({ type: 'array', items: row }), ['list of ', { record: 'MessageRow' }]);
});

test('bounds are said in words, and those that every integer has are none', () => {
  assert.deepEqual(
    boundsOf({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    [],
  );
  assert.deepEqual(boundsOf({ type: 'integer', minimum: 1, maximum: 1000 }), ['1 to 1,000']);
  assert.deepEqual(boundsOf({ type: 'integer', minimum: 0 }), ['at least 0']);
  assert.deepEqual(boundsOf({ type: 'string', maxLength: 40, pattern: '^a' }), ['up to 40 characters', 'matches ^a']);
  assert.deepEqual(boundsOf({ anyOf: [{ type: 'array', minItems: 2, maxItems: 2 }, { type: 'null' }] }), [
    'exactly 2 items',
  ]);
});

test('what can be unfolded is found through lists and what may be null', () => {
  const fields = { type: 'object', properties: { a: { type: 'string' }, b: row }, required: ['b'] };
  const inside = insideOf({ anyOf: [{ type: 'array', items: fields }, { type: 'null' }] });
  assert.deepEqual(inside, {
    fields: [
      { name: 'a', schema: { type: 'string' }, isRequired: false },
      { name: 'b', schema: row, isRequired: true },
    ],
  });
  assert.deepEqual(insideOf({ type: 'array', items: row }), { record: 'MessageRow' });
  assert.equal(insideOf({ type: ['string', 'null'] }), undefined);
});

test('of several forms each goes by the word that only it has', () => {
  const form = (event: string): Schema => ({ type: 'object', properties: { event: { type: 'string', const: event } } });
  const inside = insideOf({ anyOf: [form('SyncStarted'), form('SyncError'), row] });
  assert.ok(inside && 'forms' in inside);
  assert.deepEqual(
    inside.forms.map(({ title }) => title),
    ['SyncStarted', 'SyncError', 'MessageRow'],
  );
});

test('a record is found wherever a schema speaks of it', () => {
  assert.ok(mentions({ properties: { rows: { items: row } } }, 'MessageRow'));
  assert.ok(!mentions({ properties: { rows: { items: row } } }, 'Row'));
});

test('an example is the one that is given, else the plainest that fits; a record that holds itself ends', () => {
  const records = new Map<string, Schema>([
    ['MessageRow', { type: 'object', properties: { id: { type: 'string', examples: ['x1'] } }, required: ['id'] }],
    ['Tree', { type: 'object', properties: { inner: { $ref: '#/components/schemas/Tree' } }, required: ['inner'] }],
  ]);
  assert.deepEqual(exampleOf({ type: 'array', items: row }, records), [{ id: 'x1' }]);
  assert.equal(exampleOf({ anyOf: [{ type: 'integer', minimum: 5 }, { type: 'null' }] }, records), 5);
  assert.equal(exampleOf({ type: 'boolean', default: true }, records), true);
  assert.match(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Tree' }, records)), /^(\{"inner":)+null\}+$/);
});
