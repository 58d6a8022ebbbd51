import { useQuery } from '@tanstack/react-query';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { keyOf, labelTree, type NamedLabel } from './label-tree.ts';
import { labelsQuery } from './queries.ts';

/** The labels that these rows can be given, or all where there are none; and how to say where one is missing. */
export function useLabels(rows: readonly MessageRow[] = []) {
  const { api } = useParts();
  const { data, error } = useQuery(labelsQuery(api));
  const { data: known } = useQuery(accountsQuery(api));
  const accounts = new Map(known?.accounts.map(({ account_id, name }) => [account_id, name]));
  const concerned = rows.length > 0 ? new Set(rows.map((row) => row.account_id)) : new Set(accounts.keys());
  const labels = labelTree((data?.labels ?? []).filter(({ account_id }) => concerned.has(account_id)));
  return {
    labels,
    accountIds: [...concerned],
    trouble: error ? wordsOf(error) : undefined,
    /** The accounts that have the label, where others that are concerned have not. */
    onlyIn({ records }: NamedLabel): string[] {
      const having = new Set(records.map(({ account_id }) => account_id));
      return having.size === concerned.size ? [] : [...having].map((id) => accounts.get(id) ?? '');
    },
  };
}

/** The labels whose names have the letters; those that begin with them come first. */
export function matching(labels: readonly NamedLabel[], text: string): NamedLabel[] {
  const wanted = keyOf(text.trim());
  if (wanted === '') return [...labels];
  const found = labels.filter(({ fullName }) => keyOf(fullName).includes(wanted));
  const starts = ({ fullName }: NamedLabel) =>
    keyOf(fullName)
      .split('/')
      .some((level) => level.startsWith(wanted));
  return [...found.filter(starts), ...found.filter((label) => !starts(label))];
}
