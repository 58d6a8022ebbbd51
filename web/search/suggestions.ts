import { strings } from '../strings.ts';
import { type Operator, operators } from './operators.ts';
import { quotedValue, type Term } from './term.ts';

const words = strings.search.suggest;

/** Something the box offers: a text in the place of the term at the caret, or a whole search. */
export type Suggestion = { key: string; label: string; detail: string | undefined } & (
  | { kind: 'operator' | 'person' | 'label'; write: string }
  | { kind: 'recent'; query: string }
  | { kind: 'saved'; name: string }
);

export type SuggestionSources = {
  text: string;
  term: Term;
  people: readonly { display_name?: string | null | undefined; email: string }[];
  /** As a query calls them. */
  labels: readonly { name: string; fullName: string }[];
  /** The label one is looking at, as a query calls it. */
  here: string | undefined;
  recent: readonly string[];
  saved: readonly { name: string; query: string }[];
};

const most = { empty: 9, typed: 7, ofKind: 3 };
const people = new Set(['from', 'to', 'cc', 'bcc', 'deliveredto']);

/** What may be meant by what is written so far, the likeliest first. */
export function suggestionsFor(sources: SuggestionSources): Suggestion[] {
  const { text, term } = sources;
  if (text.trim() === '') return startingPoints(sources);
  if (term.field !== undefined) return valuesFor(sources, term.field).slice(0, most.typed);
  if (term.value === '') return [];
  const found = [
    ...hereSuggestion(sources),
    ...recentLike(sources),
    ...savedLike(sources),
    ...operatorsLike(term.value),
    ...(term.value.length < 2 ? [] : [...peopleFor(sources, 'from'), ...labelsFor(sources)]),
  ];
  return found.slice(0, most.typed);
}

function startingPoints(sources: SuggestionSources): Suggestion[] {
  const { recent, saved } = sources;
  return [
    ...hereSuggestion(sources),
    ...recent.slice(0, most.ofKind + 1).map(recentSuggestion),
    ...saved.slice(0, most.ofKind - 1).map(savedSuggestion),
    ...operators()
      .filter(({ isFirst }) => isFirst)
      .map(operatorSuggestion),
  ].slice(0, most.empty);
}

/** The label one is looking at comes first: whoever searches there may mean it alone. */
function hereSuggestion({ here, text }: SuggestionSources): Suggestion[] {
  if (here === undefined || text.trim() !== '') return [];
  return [
    { kind: 'label', key: 'here', label: words.here({ label: here }), detail: undefined, write: labelTerm(here) },
  ];
}

function recentLike({ text, recent }: SuggestionSources): Suggestion[] {
  const wanted = folded(text.trim());
  return recent
    .filter((each) => folded(each).startsWith(wanted) && folded(each) !== wanted)
    .slice(0, 2)
    .map(recentSuggestion);
}

function savedLike({ text, saved }: SuggestionSources): Suggestion[] {
  const wanted = folded(text.trim());
  return saved
    .filter(({ name }) => folded(name).includes(wanted))
    .slice(0, 2)
    .map(savedSuggestion);
}

function operatorsLike(value: string): Suggestion[] {
  const wanted = folded(value);
  return operators()
    .filter(
      ({ write, names }) =>
        write.startsWith(wanted) || (wanted.length > 2 && names.some((name) => name.startsWith(wanted))),
    )
    .slice(0, most.ofKind)
    .map(operatorSuggestion);
}

function valuesFor(sources: SuggestionSources, field: string): Suggestion[] {
  if (people.has(field)) return peopleFor(sources, field);
  if (field === 'label') return labelsFor(sources);
  const wanted = folded(sources.term.value);
  return operators()
    .filter(
      ({ write }) => write.startsWith(`${field}:${wanted}`) && write !== `${field}:${wanted}` && !write.endsWith(':'),
    )
    .map(operatorSuggestion);
}

function peopleFor({ people: found, term }: SuggestionSources, field: string): Suggestion[] {
  if (term.value === '') return [];
  return found.slice(0, term.field === undefined ? most.ofKind : most.typed).map(({ display_name, email }) => ({
    kind: 'person',
    key: `${field} ${email}`,
    label: words.person[field === 'from' ? 'from' : 'to']({ who: display_name || email }),
    detail: display_name ? email : undefined,
    write: `${field}:${quotedValue(display_name || email)}`,
  }));
}

function labelsFor({ labels, term }: SuggestionSources): Suggestion[] {
  const wanted = folded(term.value);
  return labels
    .filter(({ fullName }) => folded(fullName).includes(wanted))
    .slice(0, term.field === undefined ? most.ofKind : most.typed)
    .map(({ name, fullName }) => ({
      kind: 'label',
      key: `label ${fullName}`,
      label: words.labelled({ name: fullName }),
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

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
