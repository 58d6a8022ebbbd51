/**
 * A variable in a text: `{first_name}`, `{First name}` or `{{first_name}}`. It begins with a letter, so that code is
 * rarely mistaken for a variable; `\{this}` and `${this}` are not variables. Markdown editors write `{first\_name}`.
 */
const placeholder =
  /(?<![\\${])(?:\{\{\s*(?<twice>\p{L}(?:\\_|[\p{L}\p{M}\p{N} _.-]){0,99}?)\s*\}\}|\{(?<once>\p{L}(?:\\_|[\p{L}\p{M}\p{N} _.-]){0,99}?)\})/gu;

/** The names of the variables in a text, without duplicates, in order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(({ groups }) => nameIn(groups?.['twice'], groups?.['once'])))];
}

function nameIn(twice: string | undefined, once: string | undefined): string {
  return (twice ?? once ?? '').replaceAll('\\_', '_');
}

/** Replaces the variables of a text by values. Variables without a value stay visible. */
export function fillSnippet(body: string, values: Readonly<Record<string, string>>): string {
  return body.replaceAll(placeholder, (written, twice: string | undefined, once: string | undefined) => {
    const name = nameIn(twice, once);
    return Object.hasOwn(values, name) ? values[name]! : written;
  });
}
