/** The description types for the tables of `config.toml`. The tables are described in `schema.ts` and its imports. */

/** Used instead of a default: the key is required, and a table without it is omitted. */
export const required = Symbol('required');

/** Used as `safeValue`: no safe value can replace a bad value, so the whole table is omitted. */
export const omitTable = Symbol('leave out');

type FieldType = 'text' | 'path' | 'flag' | 'whole' | 'decimal' | 'choice' | 'texts' | 'choices';

/** The rule for a text, in words that follow "must be", and its test. */
export type TextRule = { readonly expects: string; readonly isValid: (text: string) => boolean };

/** One key. */
export type Field<Value = unknown> = {
  readonly kind: 'field';
  readonly type: FieldType;
  readonly meaning: string;
  /** `undefined` leaves the key unset; `otherwise` then describes the effective behaviour. */
  readonly default: Value | typeof required;
  readonly otherwise?: string;
  readonly choices?: readonly string[];
  readonly range?: readonly [least: number, most: number];
  /** For a text, or for each text in a list. */
  readonly rule?: TextRule;
  /** Replaces a bad value where the default would allow more than the user may have meant to allow. */
  readonly safeValue?: Value | typeof omitTable;
  /** The consequence of a bad value that no other value may replace. */
  readonly badValueConsequence?: string;
  /** How a value that may hold a secret is shown in replies. */
  redact?(value: Value): Value;
  /** False for a key that is accepted and has no effect, because what it is for does not exist yet. */
  readonly isInEffect?: false;
};

/** A rule between the keys of a table; `key` is the one that the user is asked to change. */
export type TableRule<Values = Record<string, unknown>> = {
  readonly key: string;
  /** Follows the key in a sentence. */
  readonly message: string;
  isViolated(values: Values): boolean;
};

/** A table with fixed keys. An optional table is absent unless the file contains it. */
export type Table<K extends TableKeys = TableKeys, Optional extends boolean = boolean> = {
  readonly kind: 'table';
  readonly meaning: string;
  readonly keys: K;
  readonly optional: Optional;
  /** Any mistake in it, also a name that is no key, omits the whole table; it then follows this sentence part. */
  readonly mistakeConsequence?: string;
  readonly rules: readonly TableRule[];
};

/** Tables of one form under names that the user chooses: `[accounts.<key>]`. */
export type NamedTables<Of extends Table = Table> = {
  readonly kind: 'named';
  readonly meaning: string;
  readonly of: Of;
};

/** A table whose `type` decides its other keys; absent unless the file contains it. */
export type Variants<Of extends Record<string, Table> = Record<string, Table>> = {
  readonly kind: 'variants';
  readonly meaning: string;
  readonly of: Of;
};

export type SchemaNode = Field | Table | NamedTables | Variants;
type TableKeys = { readonly [key: string]: SchemaNode };

type OptionalKey<K extends TableKeys> = { [N in keyof K]: undefined extends ValueOf<K[N]> ? N : never }[keyof K];

/** The values of a table's keys, with defaults filled in. */
type ValuesOf<K extends TableKeys> = { [N in Exclude<keyof K, OptionalKey<K>>]: ValueOf<K[N]> } & {
  [N in OptionalKey<K>]?: ValueOf<K[N]>;
};

export type ValueOf<N> =
  N extends Field<infer Value>
    ? Value
    : N extends Table<infer K, infer Optional>
      ? ValuesOf<K> | (Optional extends true ? undefined : never)
      : N extends NamedTables<infer Of>
        ? { [name: string]: ValueOf<Of> }
        : N extends Variants<infer Of>
          ? { [Type in keyof Of]: { type: Type } & ValuesOf<Of[Type]['keys']> }[keyof Of] | undefined
          : never;

type FieldOptions<Value> = Pick<Field<Value>, 'otherwise' | 'rule' | 'safeValue' | 'badValueConsequence' | 'redact'>;

/** The same keys, accepted and without effect. */
export function notInEffect<N extends Field | Table>(node: N): N {
  if (node.kind === 'field') return { ...node, isInEffect: false };
  const keys = Object.entries(node.keys).map(([name, inner]) => [
    name,
    inner.kind === 'field' || inner.kind === 'table' ? notInEffect(inner) : inner,
  ]);
  return { ...node, keys: Object.fromEntries(keys) };
}

export function text(value: string | typeof required, meaning: string, extra?: FieldOptions<string>): Field<string>;
export function text(value: undefined, meaning: string, extra?: FieldOptions<string>): Field<string | undefined>;
export function text(
  value: string | typeof required | undefined,
  meaning: string,
  extra?: FieldOptions<string>,
): Field<string | undefined> {
  return { kind: 'field', type: 'text', default: value, meaning, ...extra };
}

/** A file or folder: absolute, under `~/`, or relative to the folder of `config.toml`. */
export function path(value: string, meaning: string): Field<string>;
export function path(value: undefined, meaning: string, extra: FieldOptions<string>): Field<string | undefined>;
export function path(
  value: string | undefined,
  meaning: string,
  extra: FieldOptions<string> = {},
): Field<string | undefined> {
  const rule = { expects: 'a path', isValid: (given: string) => given.trim() !== '' };
  return { kind: 'field', type: 'path', default: value, meaning, rule, ...extra };
}

export function flag(value: boolean, meaning: string, extra?: FieldOptions<boolean>): Field<boolean> {
  return { kind: 'field', type: 'flag', default: value, meaning, ...extra };
}

/** A flag that may be unset; `otherwise` is what happens then. */
export function optionalFlag(meaning: string, otherwise: string): Field<boolean | undefined> {
  return { kind: 'field', type: 'flag', default: undefined, meaning, otherwise };
}

/** A whole number within `range`, both ends included. */
export function whole(value: number, range: readonly [number, number], meaning: string): Field<number> {
  return { kind: 'field', type: 'whole', default: value, range, meaning };
}

/** A whole number that may be unset; `otherwise` is what happens then. */
export function optionalWhole(
  range: readonly [number, number],
  meaning: string,
  otherwise: string,
): Field<number | undefined> {
  return { kind: 'field', type: 'whole', default: undefined, range, meaning, otherwise };
}

export function decimal(value: number, range: readonly [number, number], meaning: string): Field<number> {
  return { kind: 'field', type: 'decimal', default: value, range, meaning };
}

export function choice<const Choice extends string>(
  value: NoInfer<Choice>,
  choices: readonly Choice[],
  meaning: string,
  extra?: FieldOptions<NoInfer<Choice>>,
): Field<Choice>;
export function choice<const Choice extends string>(
  value: undefined,
  choices: readonly Choice[],
  meaning: string,
  extra?: FieldOptions<NoInfer<Choice>>,
): Field<Choice | undefined>;
export function choice<const Choice extends string>(
  value: NoInfer<Choice> | undefined,
  choices: readonly Choice[],
  meaning: string,
  extra?: FieldOptions<NoInfer<Choice>>,
): Field<Choice | undefined> {
  return { kind: 'field', type: 'choice', default: value, choices, meaning, ...extra };
}

export function texts(meaning: string, extra?: FieldOptions<string[]>): Field<string[]> {
  return { kind: 'field', type: 'texts', default: [], meaning, ...extra };
}

export function choices<const Choice extends string>(
  allowed: readonly Choice[],
  meaning: string,
  extra?: FieldOptions<NoInfer<Choice>[]>,
): Field<Choice[]> {
  return { kind: 'field', type: 'choices', default: [], choices: allowed, meaning, ...extra };
}

export function table<const K extends TableKeys>(
  meaning: string,
  keys: K,
  rules: readonly TableRule<ValuesOf<K>>[] = [],
): Table<K, false> {
  return { kind: 'table', meaning, keys, optional: false, rules };
}

export function optionalTable<const K extends TableKeys>(
  meaning: string,
  keys: K,
  extra: Pick<Table, 'mistakeConsequence'> = {},
): Table<K, true> {
  return { kind: 'table', meaning, keys, optional: true, rules: [], ...extra };
}

export function named<Of extends Table>(meaning: string, of: Of): NamedTables<Of> {
  return { kind: 'named', meaning, of };
}

export function variants<const Of extends Record<string, Table>>(meaning: string, of: Of): Variants<Of> {
  return { kind: 'variants', meaning, of };
}
