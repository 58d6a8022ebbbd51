import type { JsonSchema } from '../../daemon/contract/json-schema.ts';
import { byFeature, schemaName, type Operation, type Schemas } from './operations.ts';

const heading = '"""Generated from the OpenAPI document by clients/generate.ts. Changes are lost."""\n';

/** The modules of the Python client: the requests, and the types of what they take and give, for type checkers. */
export function pythonClient(operations: readonly Operation[], schemas: Schemas): { api: string; types: string } {
  const types = typeWriter();
  for (const [name, schema] of Object.entries(schemas)) types.define(name, schema);
  const features = [...byFeature(operations)];
  const classes = features.map(([feature, rows]) => featureClass(feature, rows, types.of));
  return {
    api: apiModule(
      features.map(([feature]) => feature),
      classes,
    ),
    types: typesModule(types.lines),
  };
}

function apiModule(features: readonly string[], classes: readonly string[]): string {
  return `${heading}
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from .runtime import OMIT, Connection

if TYPE_CHECKING:
    import http.client
    from typing import BinaryIO, Dict, List, Literal, Tuple, Union

    from . import types as t


${classes.join('\n\n')}


class Client:
    """One method for each request, by the part of Posthorn that answers it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
${features.map((feature) => `        self.${attributeName(feature)} = ${className(feature)}(connection)`).join('\n')}

    def events(self, since: int | None = None) -> Iterator[t.Event]:
        """The events as they happen; after the connection was lost it goes on where it was."""
        found: Any = self._connection.events(since)
        return found
`;
}

function typesModule(lines: readonly string[]): string {
  return `${heading}
from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, Tuple, TypeAlias, TypedDict, Union

${lines.join('\n')}
`;
}

function featureClass(feature: string, rows: readonly Operation[], typeOf: TypeOf): string {
  const methods = rows.map((row) => method(feature, row, typeOf));
  return `class ${className(feature)}:
    def __init__(self, connection: Connection) -> None:
        self._call = connection.call

${methods.join('\n\n')}`;
}

type TypeOf = (schema: JsonSchema, name: string) => string;

function method(feature: string, operation: Operation, typeOf: TypeOf): string {
  const { name, method: verb, path, form, fields, reply, summary, mayWait } = operation;
  const base = `${pascal(feature)}${pascal(name)}`;
  const annotation = (schema: JsonSchema, part: string) => qualified(typeOf(schema, `${base}${part}`));
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const changes = verb !== 'GET';
  const parameters = [
    ...required.map((field) => `${parameterName(field.name)}: ${annotation(field.schema, pascal(field.name))}`),
    ...(form === 'upload' ? ['content: bytes | BinaryIO'] : []),
    ...optional.map((field) => `${parameterName(field.name)}: ${annotation(field.schema, pascal(field.name))} = OMIT`),
    ...(changes ? ['idempotency_key: str | None = None', 'if_match: str | None = None'] : []),
    ...(mayWait ? ['approval_reason: str | None = None'] : []),
    ...(form === 'file' ? ['byte_range: str | None = None'] : []),
  ];
  const given = [...fields.map((field) => field.name), ...(form === 'upload' ? ['content'] : [])].map(
    (key) => `"${key}": ${parameterName(key)}`,
  );
  const options = [
    ...(changes ? ['idempotency_key=idempotency_key', 'if_match=if_match'] : []),
    ...(mayWait ? ['approval_reason=approval_reason'] : []),
    ...(form === 'file' ? ['byte_range=byte_range'] : []),
  ];
  const about = mayWait
    ? `${summary} Agents and tools: raises PendingApproval where the owner has to approve it.`
    : summary;
  const result = form === 'file' ? 'http.client.HTTPResponse' : reply ? annotation(reply, 'Reply') : 'Any';
  const signature = ['self', ...(parameters.length > 0 ? ['*', ...parameters] : [])];
  return `    def ${attributeName(name)}(
${signature.map((each) => `        ${each},`).join('\n')}
    ) -> ${result}:
        """${about.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""
        return self._call(
            "${verb}",
            "${path}",
            "${form}",
            {${given.join(', ')}},
${options.map((each) => `            ${each},\n`).join('')}        )`;
}

/** A type of the other module, in an annotation of this one. */
function qualified(type: string): string {
  return type.replaceAll(/"[^"]*"|\b[A-Z]\w*\b/g, (word) =>
    typingNames.has(word) || word.startsWith('"') ? word : `t.${word}`,
  );
}
const typingNames = new Set(['Any', 'None', 'Literal', 'Union', 'List', 'Dict', 'Tuple', 'True', 'False']);

/** Collects a class for every object. An object without a name is named after the place where it stands. */
function typeWriter() {
  const lines: string[] = [];
  const taken = new Set<string>();

  function define(name: string, schema: JsonSchema): void {
    taken.add(name);
    if (isRecord(schema)) lines.push(recordType(name, schema));
    else lines.push(`${name}: TypeAlias = ${quoted(typeOf(schema, `${name}Value`))}\n`);
  }

  function typeOf(schema: JsonSchema, name: string): string {
    if (typeof schema['$ref'] === 'string') return schemaName(schema['$ref']);
    if ('const' in schema) return literal([schema['const']]);
    if (Array.isArray(schema['enum'])) return literal(schema['enum']);
    const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as JsonSchema[] | undefined;
    if (choices) return union(choices.map((each, at) => typeOf(each, choices.length > 1 ? `${name}${at + 1}` : name)));
    const { type } = schema;
    if (Array.isArray(type)) return union(type.map((each: string) => typeOf({ ...schema, type: each }, name)));
    if (type === 'array') return listType(schema, name);
    if (isRecord(schema)) return recordName(schema, name);
    if (type === 'object') {
      const values = schema['additionalProperties'];
      return `Dict[str, ${typeof values === 'object' ? typeOf(values as JsonSchema, `${name}Value`) : 'Any'}]`;
    }
    return plainTypes[String(type)] ?? 'Any';
  }

  function listType({ prefixItems, items }: JsonSchema, name: string): string {
    if (Array.isArray(prefixItems))
      return `Tuple[${(prefixItems as JsonSchema[]).map((each, at) => typeOf(each, `${name}${at + 1}`)).join(', ')}]`;
    return `List[${typeOf((items ?? {}) as JsonSchema, `${name}Item`)}]`;
  }

  function recordName(schema: JsonSchema, wanted: string): string {
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
    define(name, schema);
    return name;
  }

  /** Keys that are words of the language need the other form. Either names types as text, so that their order is free. */
  function recordType(name: string, { properties, required = [] }: JsonSchema): string {
    const needed = required as string[];
    const members = Object.entries(properties as Record<string, JsonSchema>).map(([key, schema]) => {
      const type = typeOf(schema, `${name}${pascal(key)}`);
      return { key, type: needed.includes(key) ? type : `NotRequired[${type}]` };
    });
    if (members.every(({ key }) => isPlainName(key)))
      return `class ${name}(TypedDict):\n${members.map(({ key, type }) => `    ${key}: ${type}`).join('\n')}\n`;
    return `${name} = TypedDict(\n    "${name}",\n    {\n${members
      .map(({ key, type }) => `        "${key}": ${quoted(type)},`)
      .join('\n')}\n    },\n)\n`;
  }

  return { define, of: typeOf, lines };
}

const plainTypes: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function isRecord({ type, properties }: JsonSchema): boolean {
  return type === 'object' && Object.keys(properties ?? {}).length > 0;
}

function quoted(type: string): string {
  return `'${type}'`;
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((each) =>
    each === null ? 'None' : typeof each === 'boolean' ? (each ? 'True' : 'False') : JSON.stringify(each),
  );
  return `Literal[${texts.join(', ')}]`;
}

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

function isPlainName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);
}

/** A field keeps its name, with a line at the end where that is a word of the language. */
function parameterName(name: string): string {
  return isPlainName(name) ? name : `${name.replaceAll('-', '_')}_`;
}

/** `savedSearches` as `saved_searches`; a word of the language gets a line at its end. */
function attributeName(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  return keywords.has(snake) ? `${snake}_` : snake;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[_-])(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function className(feature: string): string {
  return `_${pascal(feature)}`;
}
