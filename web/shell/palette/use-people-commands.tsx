import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useDeferredValue } from 'react';
import { contactsQuery } from '../../data/queries/contacts.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import type { PaletteCommand } from './palette-command.ts';

const maxPeople = 3;
const minLength = 2;

/** The pages of the people whom the typed text may mean. */
export function usePeopleCommands(text: string): PaletteCommand[] {
  const { api } = useServices();
  const navigate = useNavigate();
  const typed = useDeferredValue(text);
  const isLong = typed.length >= minLength;
  const { data } = useQuery({ ...contactsQuery(api, typed), enabled: isLong });
  if (!isLong || !data) return [];
  return data.contacts.slice(0, maxPeople).map(({ email, display_name, account_id }) => ({
    key: `person:${email}`,
    label: strings.palette.goTo({ place: display_name ?? email }),
    icon: <UserRound />,
    run: () => void navigate({ to: '/people/$email', params: { email }, search: { account: account_id } }),
  }));
}
