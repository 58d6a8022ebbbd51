import { nameIn, type Schema } from './schema.ts';

/** One request as the page shows it, with what the document says about it. */
export type Operation = {
  id: string;
  group: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** What asking does to the world, in a word of the contract; empty where the document does not say. */
  effect: string;
  /** Whether only people may ask; `depends` where what they ask decides. */
  isForPeople: boolean | 'depends';
  isOpen: boolean;
  parameters: readonly Parameter[];
  body: Body | undefined;
  answers: readonly Answer[];
  /** Answers with a stream of frames over a WebSocket. */
  isStream: boolean;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  isRequired: boolean;
  description: string;
  schema: Schema;
  example: unknown;
};

/** What is sent or answered: its media type, its form, and a whole example of it. */
type Content = { type: string; schema: Schema; examples: readonly unknown[] };
type Body = Content & { isRequired: boolean };
/** `status` is a number, or `default` for all that have no line of their own. */
export type Answer = { status: string; isError: boolean; description: string; content: Content | undefined };

export type Group = { name: string; description: string; operations: readonly Operation[] };

export type ApiDocument = {
  title: string;
  version: string;
  description: string;
  /** The path that all addresses are below. */
  base: string;
  groups: readonly Group[];
  operations: ReadonlyMap<string, Operation>;
  records: ReadonlyMap<string, Schema>;
};

type Referable<T> = T | { $ref: string };
type RawContent = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }
>;
type RawParameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
};
type RawAnswer = { description?: string; content?: RawContent };
type RawOperation = {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: Referable<RawParameter>[];
  requestBody?: { required?: boolean; content: RawContent };
  responses: Record<string, Referable<RawAnswer>>;
  'x-safety'?: string;
  'x-people-only'?: boolean | 'depends';
};

/** As much of an OpenAPI 3.1 document as this page reads. */
export type RawDocument = {
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  components?: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, RawAnswer>;
    parameters?: Record<string, RawParameter>;
  };
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Reads an OpenAPI document into what the page shows: groups in the order of its tags, requests in its own. */
export function readDocument(raw: RawDocument): ApiDocument {
  const operations = Object.entries(raw.paths).flatMap(([path, entries]) =>
    methods.flatMap((method) => {
      const operation = entries[method];
      return operation ? [readOperation(raw, { method, path, operation })] : [];
    }),
  );
  const tags = new Map((raw.tags ?? []).map(({ name, description = '' }) => [name, description]));
  const names = [...new Set([...tags.keys(), ...operations.map(({ group }) => group)])];
  const groups = names.map((name) => ({
    name,
    description: tags.get(name) ?? '',
    operations: operations.filter(({ group }) => group === name),
  }));
  return {
    title: raw.info.title,
    version: raw.info.version,
    description: raw.info.description ?? '',
    base: raw.servers?.[0]?.url ?? '',
    groups: groups.filter(({ operations }) => operations.length > 0),
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    records: new Map(Object.entries(raw.components?.schemas ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

type Place = { method: string; path: string; operation: RawOperation };

function readOperation(raw: RawDocument, { method, path, operation }: Place): Operation {
  const { operationId, tags = [], summary = '', description = '', requestBody, security } = operation;
  const body = requestBody && readContent(requestBody.content);
  const answers = Object.entries(operation.responses).map(([status, answer]) => readAnswer(raw, status, answer));
  return {
    id: operationId,
    group: tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary,
    description,
    effect: operation['x-safety'] ?? '',
    isForPeople: operation['x-people-only'] ?? false,
    isOpen: security?.length === 0,
    parameters: (operation.parameters ?? []).flatMap((parameter) => readParameter(raw, parameter)),
    body: body && { ...body, isRequired: requestBody.required ?? false },
    answers: answers.toSorted((a, b) => (a.status < b.status ? -1 : 1)),
    isStream: '101' in operation.responses,
  };
}

function readParameter(raw: RawDocument, given: Referable<RawParameter>): Parameter[] {
  const found = '$ref' in given ? raw.components?.parameters?.[nameIn(given.$ref)] : given;
  if (!found) return [];
  const { name, in: place, required = false, description = '', schema = {}, example, examples } = found;
  // A page cannot set cookies of its own, and nothing here is asked by them.
  if (place !== 'path' && place !== 'query' && place !== 'header') return [];
  const first = example ?? Object.values(examples ?? {})[0]?.value ?? schema.examples?.[0];
  return [{ name, in: place, isRequired: required, description, schema, example: first }];
}

function readAnswer(raw: RawDocument, status: string, given: Referable<RawAnswer>): Answer {
  const answer = '$ref' in given ? raw.components?.responses?.[nameIn(given.$ref)] : given;
  return {
    status,
    isError: status === 'default' || Number(status) >= 400,
    description: answer?.description ?? '',
    content: answer?.content && readContent(answer.content),
  };
}

function readContent(content: RawContent): Content | undefined {
  const [type, entry] = Object.entries(content)[0] ?? [];
  if (type === undefined || !entry) return undefined;
  const { schema = {}, example, examples } = entry;
  const values = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples ?? {}).map(({ value }) => value),
  ];
  return { type, schema, examples: values.filter((value) => value !== undefined) };
}
