import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { labelColour } from '../../design/theme/label-colour.ts';
import { accountsQuery } from '../queries/mail.ts';
import { labelsQuery, type LabelRecord } from '../queries/labels.ts';
import { useServices } from '../services.ts';
import { labelTree } from './label-tree.ts';

/** Returns the colour of a label: its own, else the one for its place in the order of the labels. */
type ColourOfLabel = (label: Pick<LabelRecord, 'id' | 'color'>) => string;

/** The account of a label, where another account has a label with the same name. */
type OwnerOfLabel = (label: Pick<LabelRecord, 'id'>) => string | undefined;

const noOwner: OwnerOfLabel = () => undefined;
const LabelOwnersContext = createContext(noOwner);

export const useLabelOwners = (): OwnerOfLabel => useContext(LabelOwnersContext);

const LabelColoursContext = createContext<ColourOfLabel>(({ color }) => labelColour(color, 0));

export const useLabelColours = (): ColourOfLabel => useContext(LabelColoursContext);

/** Provides the colours and owners to its children, so that a long list computes the order once. */
export function LabelColoursProvider({ children }: { children: ReactNode }) {
  const { api } = useServices();
  const { data } = useQuery(labelsQuery(api));
  const colourOf = useMemo(() => colourOfLabels(data?.labels ?? []), [data]);
  const accounts = useQuery(accountsQuery(api)).data?.accounts;
  const ownerOf = useMemo(() => ownersOfLabels(data?.labels ?? [], accounts ?? []), [data, accounts]);
  return (
    <LabelColoursContext value={colourOf}>
      <LabelOwnersContext value={ownerOf}>{children}</LabelOwnersContext>
    </LabelColoursContext>
  );
}

/** Labels with the same name in several accounts have one place in the order, and one colour. */
function colourOfLabels(labels: readonly LabelRecord[]): ColourOfLabel {
  const order = new Map(labelTree(labels).flatMap(({ records }, at) => records.map(({ id }) => [id, at] as const)));
  return ({ id, color }) => labelColour(color, order.get(id) ?? 0);
}

/** The same function for all lists of labels in which no two accounts have a label with the same name. */
function ownersOfLabels(
  labels: readonly LabelRecord[],
  accounts: readonly { account_id: string; name: string }[],
): OwnerOfLabel {
  const names = new Map(accounts.map(({ account_id, name }) => [account_id, name]));
  const shared = labelTree(labels).filter(({ records }) => records.length > 1);
  if (shared.length === 0) return noOwner;
  const owners = new Map(
    shared.flatMap(({ records }) => records.map(({ id, account_id }) => [id, names.get(account_id)] as const)),
  );
  return ({ id }) => owners.get(id);
}
