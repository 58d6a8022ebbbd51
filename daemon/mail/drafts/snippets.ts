/**
 * A variable in a text: `{first_name}`, `{First name}` or `{{first_name}}`. It begins with a letter, so that pieces of
 * programs are seldom taken for one; `\{this}` and `${this}` are none. Editors of Markdown write `{first\_name}`.
 */
const placeholder =
  /(?<![\\${])(?:\{\{\s*(?<twice>\p{L}(?:\\_|[\p{L}\p{M}\p{N} _.-]){0,99}?)\s*\}\}|\{(?<once>\p{L}(?:\\_|[\p{L}\p{M}\p{N} _.-]){0,99}?)\})/gu;

/** The names of the variables in a text, each once, in their order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(({ groups }) => nameIn(groups?.['twice'], groups?.['once'])))];
}

function nameIn(twice: string | undefined, once: string | undefined): string {
  return (twice ?? once ?? '').replaceAll('\\_', '_');
}

/** Puts values in for the variables of a text. Those without a value stay as they are, to be seen. */
export function fillSnippet(body: string, values: Readonly<Record<string, string>>): string {
  return body.replaceAll(placeholder, (written, twice: string | undefined, once: string | undefined) => {
    const name = nameIn(twice, once);
    return Object.hasOwn(values, name) ? values[name]! : written;
  });
}
