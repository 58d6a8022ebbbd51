import { useQuery } from '@tanstack/react-query';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../services.ts';
import { accountsQuery } from '../queries/mail.ts';
import { keyOf, labelTree, type NamedLabel } from './label-tree.ts';
import { labelsQuery } from '../queries/labels.ts';

/**
 * The labels that can be given to these rows, or all labels if there are no rows, and the text for labels that some accounts
 * lack.
 */
export function useLabels(rows: readonly MessageRow[] = []) {
  const { api } = useServices();
  const { data, error, isPending } = useQuery(labelsQuery(api));
  const { data: known } = useQuery(accountsQuery(api));
  const accounts = new Map(known?.accounts.map(({ account_id, name }) => [account_id, name]));
  const concerned = rows.length > 0 ? new Set(rows.map((row) => row.account_id)) : new Set(accounts.keys());
  const labels = labelTree((data?.labels ?? []).filter(({ account_id }) => concerned.has(account_id)));
  return {
    labels,
    /** Until then it is unknown which labels there are. */
    isLoading: isPending || !known,
    accountIds: [...concerned],
    problem: error ? errorText(error) : undefined,
    /** The accounts that have the label, if other accounts concerned do not have it. */
    onlyIn({ records }: NamedLabel): string[] {
      const having = new Set(records.map(({ account_id }) => account_id));
      return having.size === concerned.size ? [] : [...having].map((id) => accounts.get(id) ?? '');
    },
  };
}

/** The labels whose names contain the text. Those that begin with it come first. */
export function matchingLabels(labels: readonly NamedLabel[], text: string): NamedLabel[] {
  const query = keyOf(text.trim());
  if (query === '') return [...labels];
  const found = labels.filter(({ fullName }) => keyOf(fullName).includes(query));
  const starts = ({ fullName }: NamedLabel) =>
    keyOf(fullName)
      .split('/')
      .some((level) => level.startsWith(query));
  return [...found.filter(starts), ...found.filter((label) => !starts(label))];
}
