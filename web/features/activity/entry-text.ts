import { strings } from '../../i18n/strings.ts';
import { type ActivityEntry, partyOf } from '../../data/queries/activity.ts';

const t = strings.activity;

/** The name of an action; an action without a text is shown by its request name. */
export function describeAction(action: string): string {
  const known: Record<string, string> = t.actions;
  return known[action] ?? capital(action.replaceAll(/[._]/g, ' '));
}

/** What the action was about: the search, the mail, the label, the count. */
export function describeContext({ context, redacted }: ActivityEntry): string {
  if (redacted) return t.redacted;
  if (context === null) return '';
  const { subject, query, requested, affected, ...rest } = context;
  const facts = [
    ...(typeof query === 'string' ? [t.quoted({ text: query })] : []),
    ...(typeof subject === 'string' ? [t.quoted({ text: subject })] : []),
    ...(typeof requested === 'number' && requested > 1 ? [t.messages({ count: requested })] : []),
    ...(typeof affected === 'number' ? [t.entries({ count: affected })] : []),
    ...factKeys.flatMap((key) => factTexts(rest[key])),
  ];
  return facts.join(' · ');
}

/** Details that are useful to the user, in this order. */
const factKeys = ['name', 'key', 'target_label', 'to_label', 'add', 'remove', 'from', 'to', 'host', 'recipients'];

function factTexts(fact: unknown): string[] {
  if (typeof fact === 'string') return [fact];
  return Array.isArray(fact) && fact.length > 0 ? [fact.map(String).join(', ')] : [];
}

/** The caller and its token. */
export function describeActor(
  { source, token_id }: ActivityEntry,
  tokens: ReadonlyMap<string, string> | undefined,
): string {
  const name = token_id === null ? undefined : tokens?.get(token_id);
  if (name !== undefined) return t.byToken({ source: t.sources[source], name });
  return token_id === null || partyOf(source) === 'people'
    ? t.sources[source]
    : t.byGone({ source: t.sources[source] });
}

/** The outcome, if the action was not done. */
const refusals: ReadonlySet<string> = new Set(['policy', 'people_only', 'agents_refused']);

export function describeOutcome(outcome: string): string | undefined {
  if (outcome === 'ok') return undefined;
  if (outcome === 'pending_approval') return t.waitsForApproval;
  return refusals.has(outcome) ? t.refused : t.failed({ code: outcome.replaceAll('_', ' ') });
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
