import { IntlMessageFormat } from 'intl-messageformat';

type Options = Readonly<Record<string, { value: readonly Part[] }>>;

/**
 * A part of a text, by the numbers that its reader gives them (ICU MessageFormat): what is written, `{name}`,
 * `{count, number}`, `{what, select, …}`, `{count, plural, …}`, and `#`.
 */
export type Part =
  | { type: 0; value: string }
  | { type: 1; value: string }
  | { type: 2; value: string }
  | { type: 5; value: string; options: Options }
  | { type: 6; value: string; options: Options }
  | { type: 7 };

export const partKinds = { written: 0, value: 1, number: 2, select: 5, plural: 6, pound: 7 } as const;

/** As the library types what it has read. */
type Read = ReturnType<IntlMessageFormat['getAst']>;

/** What a text is filled in with. Of a list that is to be read, its names. */
export type Told = string | number | boolean | readonly string[] | null | undefined;

/** The choice of a text for a value that is nothing: null, undefined, no letters, no names. */
export const nothing = '_none';

/** A value that is asked whether it is nothing is asked under a name of its own. */
const asked = (name: string) => `${name}?`;

/** A text read (ICU MessageFormat; what looks like a tag is text). It throws a SyntaxError where that cannot be done. */
export function parsed(text: string): readonly Part[] {
  return new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst() as unknown as Part[];
}

/** A text as it is filled in; what is written in it may be rewritten. */
export function compiled(text: string, rewritten: (written: string) => string = (written) => written): Read {
  return parsed(text).map((part) => prepared(part, rewritten)) as unknown as Read;
}

function prepared(part: Part, rewritten: (written: string) => string): Part {
  if (part.type === partKinds.written) return { ...part, value: rewritten(part.value) };
  if (part.type !== partKinds.select && part.type !== partKinds.plural) return part;
  const options = Object.fromEntries(
    Object.entries(part.options).map(([choice, option]) => [
      choice,
      { ...option, value: option.value.map((inner) => prepared(inner, rewritten)) },
    ]),
  );
  const asks = part.type === partKinds.select && nothing in part.options;
  return { ...part, value: asks ? asked(part.value) : part.value, options };
}

/** Values as a message takes them: lists are read out, and of each it is told whether it is nothing. */
export function told(
  values: Readonly<Record<string, Told>>,
  list: (names: readonly string[]) => string,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const said = typeof value === 'number' ? value : Array.isArray(value) ? list(value) : String(value ?? '');
      return [
        [name, said],
        [asked(name), choiceOf(said)],
      ];
    }),
  );
}

/** Nothing is no letters, and never a text that reads like the name of its choice. */
function choiceOf(said: string | number): string {
  if (said === '') return nothing;
  return said === nothing ? '' : String(said);
}
