import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { contactsQuery } from '../../data/queries/contacts.ts';
import { labelTree } from '../../data/labels/label-tree.ts';
import { labelsQuery } from '../../data/queries/labels.ts';
import { useServices } from '../../data/services.ts';
import { savedSearchesQuery } from './saved/queries.ts';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import type { Term } from './term.ts';

type SuggestionRequest = { text: string; term: Term; recent: readonly string[]; isOpen: boolean };

const noLabels: [] = [];

/** The suggestions for the typed text; nothing is fetched while the list is closed. */
export function useSuggestions({ text, term, recent, isOpen }: SuggestionRequest): Suggestion[] {
  const { api } = useServices();
  const { labelId } = useParams({ strict: false });
  const contactQuery = useDeferredValue(suggestsContacts(term) ? term.value.trim() : '');
  const { data: contacts } = useQuery({
    ...contactsQuery(api, contactQuery),
    enabled: isOpen && contactQuery.length > 1,
  });
  const { data: labelData } = useQuery({ ...labelsQuery(api), enabled: isOpen });
  const { data: saved = [] } = useQuery({ ...savedSearchesQuery(api), enabled: isOpen });
  const records = labelData?.labels ?? noLabels;
  const labels = useMemo(() => labelTree(records), [records]);
  if (!isOpen) return [];
  const people = contactQuery.length > 1 ? (contacts?.contacts ?? []) : [];
  const here = labels.find((label) => label.records.some(({ id }) => id === labelId))?.name;
  return suggestionsFor({ text, term, people, labels, here, recent, saved });
}

function suggestsContacts({ field }: Term): boolean {
  return field === undefined || ['from', 'to', 'cc', 'bcc', 'deliveredto'].includes(field);
}
