import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../../daemon/contract.ts';
import type { JsonSchema } from '../../daemon/contract/json-schema.ts';
import { schemaCompiler } from '../../daemon/contract/test-schema.ts';
import { createExamples } from './examples.ts';
import { openApiDocument } from './document.ts';

type Media = { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Holder = { content?: Record<string, Media> };
type Operation = {
  parameters: ({ $ref: string } | (Media & { name: string }))[];
  requestBody?: Holder;
  responses: Record<string, Holder>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Holder>;
    parameters: Record<string, Media>;
  };
};

const { paths, components } = openApiDocument(contract) as Document;

/** Everything in the document that has a schema and should have an example, by its path. */
const shown = new Map<string, Media>([
  ...Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => placesIn(`${method} ${path}`, operation)),
  ),
  ...Object.entries(components.responses).flatMap(([name, answer]) => mediaIn(name, answer)),
  ...Object.entries(components.parameters),
]);

function placesIn(name: string, { parameters, requestBody = {}, responses }: Operation): [string, Media][] {
  return [
    ...parameters.flatMap((parameter): [string, Media][] =>
      '$ref' in parameter ? [] : [[`${name} ${parameter.name}`, parameter]],
    ),
    ...mediaIn(`${name} body`, requestBody),
    ...Object.entries(responses).flatMap(([status, answer]) => mediaIn(`${name} ${status}`, answer)),
  ];
}

function mediaIn(name: string, { content = {} }: Holder): [string, Media][] {
  return Object.entries(content).flatMap(([type, media]): [string, Media][] =>
    type === 'application/json' ? [[name, media]] : [],
  );
}

function examplesOf({ schema, example, examples = {} }: Media): unknown[] {
  const values = [example ?? schema.default, ...Object.values(examples).map(({ value }) => value)];
  return values.filter((value) => value !== undefined);
}

test('every input and every answer has an example', () => {
  const bare = [...shown].filter(([, media]) => examplesOf(media).length === 0).map(([name]) => name);
  assert.deepEqual(bare, []);
});

test('every example matches its schema, also within shared records', () => {
  const compile = schemaCompiler(components.schemas);
  const wrong = [...shown].flatMap(([name, media]) =>
    examplesOf(media).map((value) => [name, compile(media.schema)(value)]),
  );
  const { response } = createExamples(components.schemas);
  for (const [name, schema] of Object.entries(components.schemas))
    wrong.push([name, compile(schema)(response(schema))]);
  assert.deepEqual(
    wrong.filter(([, fault]) => fault !== undefined),
    [],
  );
});

test('no example is a placeholder, and addresses belong to reserved domains', () => {
  const texts = [...shown].flatMap(([name, media]) => textsIn(examplesOf(media)).map((text) => [name, text] as const));
  assert.ok(texts.length > 200);
  const poor = texts.filter(([, text]) => /^(string|foo|bar|example|lorem.*|)$/i.test(text));
  const named = texts.filter(([, text]) => /@/.test(text) && !/@([\w-]+\.)*example\.(org|test|com)\b/.test(text));
  assert.deepEqual([...poor, ...named], []);
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('an example follows the schema: its own examples first, then what its type allows', () => {
  const { response, body } = createExamples({
    Person: { type: 'object', properties: { name: { examples: ['Ada'] } } },
  });
  const form = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      who: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Person' }] },
      ways: { type: 'array', items: { enum: ['by day', 'by night'] } },
      pair: { type: 'array', prefixItems: [{ const: 'a' }, { type: 'integer', maximum: 2 }] },
      more: { type: 'integer', minimum: 10 },
    },
    required: ['ways'],
  };
  assert.deepEqual(response(form), {
    id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
    who: { name: 'Ada' },
    ways: ['by day'],
    pair: ['a', 2],
    more: 10,
  });
  assert.deepEqual(body(form), { ways: ['by day'] });
  assert.equal(response({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }), undefined);
});
