import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type RecipientEntry, recipientFor } from '../../../data/compose/address-list.ts';
import { contactsQuery } from '../../../data/queries/contacts.ts';
import { useServices } from '../../../data/services.ts';

const maxContacts = 6;

/** The contacts that match the text, without those in `entries`. */
export function useContacts(text: string, entries: readonly RecipientEntry[]): RecipientEntry[] {
  const { api } = useServices();
  const q = useDeferredValue(text.trim());
  const { data } = useQuery({ ...contactsQuery(api, q), enabled: q !== '' });
  if (q === '' || text.trim() === '') return [];
  const present = new Set(entries.map(({ email }) => email.toLowerCase()));
  return (data?.contacts ?? [])
    .filter(({ email }) => !present.has(email.toLowerCase()))
    .map(({ display_name, email }) => recipientFor(display_name, email))
    .slice(0, maxContacts);
}
