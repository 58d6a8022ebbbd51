import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { contactsQuery } from '../compose/queries.ts';
import { labelTree } from '../labels/label-tree.ts';
import { labelsQuery } from '../labels/queries.ts';
import { useParts } from '../parts.ts';
import { savedSearchesQuery } from '../saved-searches/queries.ts';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import type { Term } from './term.ts';

type Wish = { text: string; term: Term; recent: readonly string[]; isOpen: boolean };

const noLabels: [] = [];

/** What the box offers for what is written; nothing is asked for while it is closed. */
export function useSuggestions({ text, term, recent, isOpen }: Wish): Suggestion[] {
  const { api } = useParts();
  const { labelId } = useParams({ strict: false });
  const who = useDeferredValue(asksForPeople(term) ? term.value.trim() : '');
  const { data: contacts } = useQuery({ ...contactsQuery(api, who), enabled: isOpen && who.length > 1 });
  const { data: labelData } = useQuery({ ...labelsQuery(api), enabled: isOpen });
  const { data: saved = [] } = useQuery({ ...savedSearchesQuery(api), enabled: isOpen });
  const records = labelData?.labels ?? noLabels;
  const labels = useMemo(() => labelTree(records), [records]);
  if (!isOpen) return [];
  const people = who.length > 1 ? (contacts?.contacts ?? []) : [];
  const here = labels.find((label) => label.records.some(({ id }) => id === labelId))?.name;
  return suggestionsFor({ text, term, people, labels, here, recent, saved });
}

function asksForPeople({ field }: Term): boolean {
  return field === undefined || ['from', 'to', 'cc', 'bcc', 'deliveredto'].includes(field);
}
