import { strings } from '../../i18n/strings.ts';
import { type Operator, operators } from './operators.ts';
import { quotedValue } from '../../data/selection/quoted-value.ts';
import type { Term } from './term.ts';

const t = strings.search.suggest;

/** A suggestion: a text that replaces the term at the caret, or a whole search. */
export type Suggestion = { key: string; label: string; detail: string | undefined } & (
  | { kind: 'operator' | 'person' | 'label'; write: string }
  | { kind: 'recent'; query: string }
  | { kind: 'saved'; name: string }
);

type SuggestionSources = {
  text: string;
  term: Term;
  people: readonly { display_name?: string | null | undefined; email: string }[];
  /** Their names in queries. */
  labels: readonly { name: string; fullName: string }[];
  /** The name in queries of the label whose list is shown. */
  here: string | undefined;
  recent: readonly string[];
  saved: readonly { name: string; query: string }[];
};

const maxSuggestions = { empty: 9, typed: 7, ofKind: 3 };
const people = new Set(['from', 'to', 'cc', 'bcc', 'deliveredto']);

/** The suggestions for the typed text, best first. */
export function suggestionsFor(sources: SuggestionSources): Suggestion[] {
  const { text, term } = sources;
  if (text.trim() === '') return startingPoints(sources);
  if (term.field !== undefined) return valuesFor(sources, term.field).slice(0, maxSuggestions.typed);
  if (term.value === '') return [];
  const found = [
    ...hereSuggestion(sources),
    ...recentLike(sources),
    ...savedLike(sources),
    ...operatorsLike(term.value),
    ...(term.value.length < 2 ? [] : [...peopleFor(sources, 'from'), ...labelsFor(sources)]),
  ];
  return found.slice(0, maxSuggestions.typed);
}

function startingPoints(sources: SuggestionSources): Suggestion[] {
  const { recent, saved } = sources;
  return [
    ...hereSuggestion(sources),
    ...recent.slice(0, maxSuggestions.ofKind + 1).map(recentSuggestion),
    ...saved.slice(0, maxSuggestions.ofKind - 1).map(savedSuggestion),
    ...operators()
      .filter(({ isFirst }) => isFirst)
      .map(operatorSuggestion),
  ].slice(0, maxSuggestions.empty);
}

/** The label whose list is shown comes first, because the user may want to search only that. */
function hereSuggestion({ here, text }: SuggestionSources): Suggestion[] {
  if (here === undefined || text.trim() !== '') return [];
  return [{ kind: 'label', key: 'here', label: t.here({ label: here }), detail: undefined, write: labelTerm(here) }];
}

function recentLike({ text, recent }: SuggestionSources): Suggestion[] {
  const prefix = normalizeForMatch(text.trim());
  return recent
    .filter((each) => normalizeForMatch(each).startsWith(prefix) && normalizeForMatch(each) !== prefix)
    .slice(0, 2)
    .map(recentSuggestion);
}

function savedLike({ text, saved }: SuggestionSources): Suggestion[] {
  const prefix = normalizeForMatch(text.trim());
  return saved
    .filter(({ name }) => normalizeForMatch(name).includes(prefix))
    .slice(0, 2)
    .map(savedSuggestion);
}

function operatorsLike(value: string): Suggestion[] {
  const prefix = normalizeForMatch(value);
  return operators()
    .filter(
      ({ write, names }) =>
        write.startsWith(prefix) || (prefix.length > 2 && names.some((name) => name.startsWith(prefix))),
    )
    .slice(0, maxSuggestions.ofKind)
    .map(operatorSuggestion);
}

function valuesFor(sources: SuggestionSources, field: string): Suggestion[] {
  if (people.has(field)) return peopleFor(sources, field);
  if (field === 'label') return labelsFor(sources);
  const prefix = normalizeForMatch(sources.term.value);
  return operators()
    .filter(
      ({ write }) => write.startsWith(`${field}:${prefix}`) && write !== `${field}:${prefix}` && !write.endsWith(':'),
    )
    .map(operatorSuggestion);
}

function peopleFor({ people: found, term }: SuggestionSources, field: string): Suggestion[] {
  if (term.value === '') return [];
  return found
    .slice(0, term.field === undefined ? maxSuggestions.ofKind : maxSuggestions.typed)
    .map(({ display_name, email }) => ({
      kind: 'person',
      key: `${field} ${email}`,
      label: t.person[field === 'from' ? 'from' : 'to']({ who: display_name || email }),
      detail: display_name ? email : undefined,
      write: `${field}:${quotedValue(display_name || email)}`,
    }));
}

function labelsFor({ labels, term }: SuggestionSources): Suggestion[] {
  const prefix = normalizeForMatch(term.value);
  return labels
    .filter(({ fullName }) => normalizeForMatch(fullName).includes(prefix))
    .slice(0, term.field === undefined ? maxSuggestions.ofKind : maxSuggestions.typed)
    .map(({ name, fullName }) => ({
      kind: 'label',
      key: `label ${fullName}`,
      label: t.labelled({ name: fullName }),
      detail: undefined,
      write: labelTerm(name),
    }));
}

function labelTerm(name: string): string {
  return `label:${quotedValue(name)}`;
}

function operatorSuggestion({ write, label }: Operator): Suggestion {
  return { kind: 'operator', key: write, label, detail: write, write };
}

function recentSuggestion(query: string): Suggestion {
  return { kind: 'recent', key: `recent ${query}`, label: query, detail: undefined, query };
}

function savedSuggestion({ name, query }: { name: string; query: string }): Suggestion {
  return { kind: 'saved', key: `saved ${name}`, label: name, detail: query, name };
}

function normalizeForMatch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
