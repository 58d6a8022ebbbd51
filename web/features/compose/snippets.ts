import type { RecipientEntry } from '../../data/compose/address-list.ts';

type Snippet = { name: string; body: string; vars: readonly string[] };

/** The values that come from the first recipient. */
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

/** The variables without a known value. */
export function missingVariables(snippet: Snippet, values: Readonly<Record<string, string>>): string[] {
  return snippet.vars.filter((name) => values[name] === undefined);
}

/** The text with its variables replaced. A variable without a value stays, and the check before sending reports it. */
export function fillSnippet(snippet: Snippet, values: Readonly<Record<string, string>>): string {
  return snippet.body.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The snippet that `;name` before the cursor names, and the length of that text. */
export function snippetBefore<Each extends Snippet>(
  before: string,
  snippets: readonly Each[],
): { snippet: Each; length: number } | undefined {
  const [whole, typed] = /(?<=^|\s);(\S+)$/u.exec(before) ?? [];
  const snippet = typed && snippets.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return snippet && whole ? { snippet, length: whole.length } : undefined;
}
