import { z } from 'zod';
import {
  required,
  type Field,
  type NamedTables,
  type SchemaNode,
  type Table,
  type ValueOf,
  type Variants,
} from './schema-nodes.ts';

/**
 * The zod schema of a described table or key: defaults are filled in, unknown keys are issues, and the message of every
 * issue follows the key in a sentence ("must be …", "is missing"). The schema of a table is made when the file contains the
 * table, because a schema costs far more than the few tables of most files.
 */
export function zodSchemaOf<N extends SchemaNode>(node: N): z.ZodType<ValueOf<N>> {
  return nodeSchema(node) as z.ZodType<ValueOf<N>>;
}

function nodeSchema(node: SchemaNode): z.ZodType {
  switch (node.kind) {
    case 'field':
      return withDefault(valueSchema(node), node);
    case 'table':
      return node.optional
        ? z.lazy(() => objectSchema(node)).optional()
        : z.lazy(() => objectSchema(node)).default(() => defaultsOf(node));
    case 'named':
      return z.lazy(() => namedSchema(node)).default(() => ({}));
    case 'variants':
      return z.lazy(() => variantSchema(node)).optional();
  }
}

/** The values of a table that the file does not contain. */
function defaultsOf({ keys }: Table): Record<string, unknown> {
  const values = Object.entries(keys).map(([key, node]) => [key, defaultOf(node)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function defaultOf(node: SchemaNode): unknown {
  switch (node.kind) {
    case 'field':
      return structuredClone(node.default);
    case 'table':
      return node.optional ? undefined : defaultsOf(node);
    case 'named':
      return {};
    case 'variants':
      return undefined;
  }
}

function withDefault(schema: z.ZodType, { default: value }: Field): z.ZodType {
  if (value === required) return schema;
  return value === undefined ? schema.optional() : schema.default(value);
}

function valueSchema(field: Field): z.ZodType {
  const error = issueMessage(`must be ${expectationText(field)}`);
  switch (field.type) {
    case 'text':
    case 'path':
      return textSchema(field, error);
    case 'flag':
      return z.boolean({ error });
    case 'whole':
      return withRange(z.int({ error }), field, error);
    case 'decimal':
      return withRange(z.number({ error }), field, error);
    case 'choice':
      return z.enum(field.choices ?? [], { error });
    case 'texts':
      return z.array(textSchema(field, error), { error });
    case 'choices':
      return z.array(z.enum(field.choices ?? [], { error }), { error });
  }
}

type IssueMessage = (issue: { input?: unknown }) => string;

function issueMessage(message: string): IssueMessage {
  return ({ input }) => (input === undefined ? 'is missing' : message);
}

function textSchema({ rule }: Field, error: IssueMessage): z.ZodType {
  return rule ? z.string({ error }).refine(rule.isValid, { error }) : z.string({ error });
}

function withRange(schema: z.ZodNumber, { range }: Field, error: IssueMessage): z.ZodType {
  return range ? schema.min(range[0], { error }).max(range[1], { error }) : schema;
}

/** The rule for a value of this key, in words that follow "must be". */
function expectationText({ type, range, rule, choices = [] }: Field): string {
  const limits = range ? ` from ${range[0]} to ${range[1]}` : '';
  switch (type) {
    case 'text':
    case 'path':
      return `${rule?.expects ?? 'text'}, in quotes`;
    case 'flag':
      return 'true or false';
    case 'whole':
      return `a whole number${limits}`;
    case 'decimal':
      return `a number${limits}`;
    case 'choice':
      return `one of ${choices.map((word) => `"${word}"`).join(', ')}`;
    case 'texts':
      return `a list in brackets, each entry ${rule?.expects ?? 'text'}, in quotes`;
    case 'choices':
      return `a list in brackets, each entry one of ${choices.map((word) => `"${word}"`).join(', ')}`;
  }
}

function objectSchema({ keys, rules }: Table, type?: string): z.ZodObject {
  const shape = Object.fromEntries(Object.entries(keys).map(([key, node]) => [key, nodeSchema(node)]));
  const schema = z.strictObject(type === undefined ? shape : { type: z.literal(type), ...shape }, {
    error: issueMessage('must be a table'),
  });
  if (rules.length === 0) return schema;
  return schema.superRefine((values, context) => {
    for (const { key, message, isViolated } of rules) {
      if (isViolated(values)) context.addIssue({ code: 'custom', path: [key], message });
    }
  });
}

const entryName = z.string().regex(/^[^\p{Cc}/]{1,100}$/u);

function namedSchema({ of }: NamedTables): z.ZodType {
  const error = ({ code }: { code?: string }) =>
    code === 'invalid_key' ? 'has a name that is empty, too long or contains a slash' : 'must be a table';
  return z.record(entryName, objectSchema(of), { error });
}

function variantSchema({ of }: Variants): z.ZodType {
  const [first, ...rest] = Object.entries(of).map(([type, table]) => objectSchema(table, type));
  if (!first) throw new TypeError('A table that is chosen by its type needs at least one type');
  const types = Object.keys(of).map((type) => `"${type}"`);
  const error = ({ code }: { code?: string }) =>
    code === 'invalid_union' ? `must be one of ${types.join(', ')}` : 'must be a table';
  return z.discriminatedUnion('type', [first, ...rest], { error });
}
