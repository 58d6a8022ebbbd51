import { strings } from '../strings.ts';
import { type ActivityEntry, partyOf } from './queries.ts';

const words = strings.activity;

/** What an action is called; one that has no words of its own is told by its name. */
export function actionWords(action: string): string {
  const known: Record<string, string> = words.actions;
  return known[action] ?? capital(action.replaceAll(/[._]/g, ' '));
}

/** What it was about: the search, the mail, the label, how much of it. */
export function aboutWords({ context, redacted }: ActivityEntry): string {
  if (redacted) return words.redacted;
  if (context === null) return '';
  const { subject, query, requested, affected, ...rest } = context;
  const told = [
    ...(typeof query === 'string' ? [words.quoted({ text: query })] : []),
    ...(typeof subject === 'string' ? [words.quoted({ text: subject })] : []),
    ...(typeof requested === 'number' && requested > 1 ? [words.messages({ count: requested })] : []),
    ...(typeof affected === 'number' ? [words.entries({ count: affected })] : []),
    ...factKeys.flatMap((key) => factWords(rest[key])),
  ];
  return told.join(' · ');
}

/** Facts that say something to people, in this order. */
const factKeys = ['name', 'key', 'target_label', 'to_label', 'add', 'remove', 'from', 'to', 'host', 'recipients'];

function factWords(fact: unknown): string[] {
  if (typeof fact === 'string') return [fact];
  return Array.isArray(fact) && fact.length > 0 ? [fact.map(String).join(', ')] : [];
}

/** Who did it, and with which token. */
export function byWords({ source, token_id }: ActivityEntry, tokens: ReadonlyMap<string, string> | undefined): string {
  const name = token_id === null ? undefined : tokens?.get(token_id);
  if (name !== undefined) return words.byToken({ source: words.sources[source], name });
  return token_id === null || partyOf(source) === 'people'
    ? words.sources[source]
    : words.byGone({ source: words.sources[source] });
}

/** What became of it, where it was not done. */
export function outcomeWords(outcome: string): string | undefined {
  if (outcome === 'ok') return undefined;
  return outcome === 'policy' || outcome === 'people_only'
    ? words.refused
    : words.failed({ code: outcome.replaceAll('_', ' ') });
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
