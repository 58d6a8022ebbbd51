import type { FilterCondition, ServerFilter } from '../../../data/queries/server-filters.ts';
import { formatList } from '../../../i18n/formats.ts';
import { strings } from '../../../i18n/strings.ts';

const t = strings.serverFilters.rules;

/** The name of a filter, or its first condition. */
export function filterName({ name, conditions: [first] }: ServerFilter): string {
  return name || (first ? conditionText(first) : t.unnamed);
}

/** What a filter does, in a line; without the condition that serves as its name. */
export function filterSummary(
  { name, match, conditions, move_to, mark_read, stop }: ServerFilter,
  folderName: (path: string) => string,
): string {
  const actions = [
    ...(move_to === null ? [] : [t.moves({ folder: folderName(move_to) })]),
    ...(mark_read ? [t.marksRead] : []),
    ...(stop ? [t.stops] : []),
  ];
  if (name === '' && conditions.length === 1) return t.onlyActions({ actions: formatList(actions) });
  const tests = conditions.map(conditionText).join(` ${match === 'all' ? t.and : t.or} `);
  return t.summary({ tests, actions: formatList(actions) });
}

function conditionText({ field, contains }: FilterCondition): string {
  return t.contains({ field: t.fields[field], text: contains });
}
