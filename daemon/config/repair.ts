import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { keyText } from './toml/keys.ts';
import { configSchema, schemaNodeAt, type Config } from './schema/schema.ts';
import { omitTable, required, type Field, type SchemaNode } from './schema/schema-nodes.ts';
import { isTable, valueAt, type Values } from './toml/values.ts';

/** The problem with a key and its replacement; with the key they form a sentence. */
export type Finding = { severity: 'warning' | 'error'; path: string[]; problem: string; consequence: string };

type Findings = Map<string, Finding>;

/**
 * Builds a valid configuration from the content of a file, however many errors it has. A bad value is replaced by the first
 * usable value of these: the last good value, the cautious value of its description, the default; else its table is omitted.
 * A table whose mistakes cannot be replaced is omitted at once.
 * Changes `values` to the values in force.
 */
export function repair(values: Values, lastGood?: Config): { config: Config; findings: Finding[] } {
  const findings: Findings = new Map();
  const remedies = new Map<string, Remedy[]>();
  for (;;) {
    const { data: config, error } = configSchema.safeParse(values, { jitless: true });
    if (!error) return { config, findings: [...findings.values()] };
    for (const issue of firstIssueOfEachKey(error.issues)) {
      const path = pathOf(issue);
      if (issue.code === 'unrecognized_keys') {
        dropUnknown(values, path, issue.keys, findings);
        continue;
      }
      const key = keyText(path);
      const remainingRemedies = remedies.get(key) ?? remediesFor(values, path, lastGood);
      remedies.set(key, remainingRemedies);
      const remedy = remainingRemedies.shift();
      if (!remedy) throw new Error(`No value of ${key} satisfies its own description: ${issue.message}`);
      remedy.apply();
      const problem = findings.get(key)?.problem ?? issue.message;
      findings.set(key, { severity: 'error', path, problem, consequence: remedy.consequence });
    }
  }
}

/** Two bad entries of one list are one bad value. */
function firstIssueOfEachKey(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const firstIssues = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const key = `${issue.code === 'unrecognized_keys'} ${keyText(pathOf(issue))}`;
    if (!firstIssues.has(key)) firstIssues.set(key, issue);
  }
  return [...firstIssues.values()];
}

type Remedy = { apply: () => void; consequence: string };

function remediesFor(values: Values, path: string[], last: Config | undefined): Remedy[] {
  const strict = strictTableAround(values, path);
  if (strict) return [{ apply: () => deleteValue(values, strict.path), consequence: strict.consequence }];
  const node = schemaNodeAt(path, values);
  const field = node?.kind === 'field' ? node : undefined;
  return [
    ...lastGoodRemedies(values, path, last, field),
    ...safeValueRemedies(values, path, field),
    ...omitTableRemedies(values, path),
  ];
}

/** The table around the key, or at it, in which no mistake may be replaced. */
function strictTableAround(values: Values, path: string[]): { path: string[]; consequence: string } | undefined {
  for (let length = path.length; length > 0; length--) {
    const table = path.slice(0, length);
    const node = schemaNodeAt(table, values);
    if (node?.kind === 'table' && node.mistakeConsequence) return { path: table, consequence: node.mistakeConsequence };
  }
  return undefined;
}

function lastGoodRemedies(
  values: Values,
  path: string[],
  last: Config | undefined,
  field: Field | undefined,
): Remedy[] {
  const value = valueAt(last, path);
  if (value === undefined) return [];
  // A default that the file does not contain must not count as explicit now.
  const isDefault = isDeepStrictEqual(value, field?.default);
  const apply = isDefault ? () => deleteValue(values, path) : () => setValue(values, path, structuredClone(value));
  return [{ apply, consequence: 'the last good value is kept' }];
}

function safeValueRemedies(values: Values, path: string[], field: Field | undefined): Remedy[] {
  if (field?.safeValue === omitTable || valueAt(values, path) === undefined) return [];
  if (field?.safeValue !== undefined) {
    const value = field.safeValue;
    return [{ apply: () => setValue(values, path, value), consequence: `${JSON.stringify(value)} is used` }];
  }
  const hasDefault = field && field.default !== undefined && field.default !== required;
  const defaultConsequence = hasDefault ? `the default ${JSON.stringify(field.default)} is used` : 'it is ignored';
  return [{ apply: () => deleteValue(values, path), consequence: field?.badValueConsequence ?? defaultConsequence }];
}

/** The tables around the key, innermost first. */
function omitTableRemedies(values: Values, path: string[]): Remedy[] {
  const tables = path.slice(1).map((_, outward) => path.slice(0, path.length - 1 - outward));
  return tables.map((table) => ({
    apply: () => deleteValue(values, table),
    consequence: `[${keyText(table)}] is ignored`,
  }));
}

function dropUnknown(values: Values, table: string[], names: string[], findings: Findings): void {
  const node = schemaNodeAt(table, values);
  const strict = strictTableAround(values, table);
  for (const name of names) {
    const path = [...table, name];
    const advice = unknownKeyAdvice(name, node);
    findings.set(
      keyText(path),
      strict
        ? { severity: 'error', path, problem: 'isn’t a setting', consequence: `${advice}; ${strict.consequence}` }
        : { severity: 'warning', path, problem: 'isn’t a setting and has no effect', consequence: advice },
    );
    deleteValue(values, path);
  }
  if (strict) deleteValue(values, strict.path);
}

function unknownKeyAdvice(name: string, table: SchemaNode | undefined): string {
  const likelyName = name.replaceAll('-', '_').toLowerCase();
  if (table?.kind === 'table' && likelyName in table.keys) return `perhaps ${likelyName} is meant`;
  if (/pass|secret|token|api_?key/i.test(name)) return 'keep secrets in the keychain or secrets.toml, never here';
  return 'remove it or correct its name';
}

/** The entries of a list are validated as one value. */
function pathOf({ path }: Pick<z.core.$ZodIssue, 'path'>): string[] {
  const entry = path.findIndex((name) => typeof name === 'number');
  return path.slice(0, entry < 0 ? path.length : entry).map(String);
}

function setValue(values: Values, path: string[], value: unknown): void {
  const { table, name } = parentTableOf(values, path);
  if (table) table[name] = value;
}

function deleteValue(values: Values, path: string[]): void {
  const { table, name } = parentTableOf(values, path);
  if (table) delete table[name];
}

function parentTableOf(values: Values, path: string[]): { table: Values | undefined; name: string } {
  const table = valueAt(values, path.slice(0, -1));
  return { table: isTable(table) ? table : undefined, name: path.at(-1) ?? '' };
}
