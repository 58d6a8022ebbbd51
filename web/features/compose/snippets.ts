import type { RecipientEntry } from '../../data/compose/address-list.ts';

type Snippet = { name: string; body: string; vars: readonly string[] };

/** What the first of those it goes to fills in by itself. */
export function knownValues(first: RecipientEntry | undefined): Record<string, string> {
  if (!first) return {};
  const [firstName = '', ...others] = first.name.split(/\s+/).filter(Boolean);
  const known = {
    email: first.email,
    name: first.name,
    full_name: first.name,
    first_name: firstName,
    last_name: others.at(-1) ?? '',
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''));
}

/** The variables that nothing is known for. */
export function missingVariables(snippet: Snippet, values: Readonly<Record<string, string>>): string[] {
  return snippet.vars.filter((name) => values[name] === undefined);
}

/** The text with its variables filled in; one without a value stays as it is, and is found before it is sent. */
export function fillSnippet(snippet: Snippet, values: Readonly<Record<string, string>>): string {
  return snippet.body.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The snippet that `;name` before the cursor means, and how many letters that is. */
export function snippetBefore<Each extends Snippet>(
  before: string,
  snippets: readonly Each[],
): { snippet: Each; length: number } | undefined {
  const [whole, typed] = /(?<=^|\s);(\S+)$/u.exec(before) ?? [];
  const snippet = typed && snippets.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return snippet && whole ? { snippet, length: whole.length } : undefined;
}
