import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { labelColour } from '../../design/theme/label-colour.ts';
import { labelsQuery, type LabelRecord } from '../queries/labels.ts';
import { useServices } from '../services.ts';
import { labelTree } from './label-tree.ts';

/** Returns the colour of a label: its own, else the one for its place in the order of the labels. */
type ColourOfLabel = (label: Pick<LabelRecord, 'id' | 'color'>) => string;

const LabelColoursContext = createContext<ColourOfLabel>(({ color }) => labelColour(color, 0));

export const useLabelColours = (): ColourOfLabel => useContext(LabelColoursContext);

/** Provides the colours to its children, so that a long list computes the order once. */
export function LabelColoursProvider({ children }: { children: ReactNode }) {
  const { api } = useServices();
  const { data } = useQuery(labelsQuery(api));
  const colourOf = useMemo(() => colourOfLabels(data?.labels ?? []), [data]);
  return <LabelColoursContext value={colourOf}>{children}</LabelColoursContext>;
}

/** Labels with the same name in several accounts have one place in the order, and one colour. */
function colourOfLabels(labels: readonly LabelRecord[]): ColourOfLabel {
  const order = new Map(labelTree(labels).flatMap(({ records }, at) => records.map(({ id }) => [id, at] as const)));
  return ({ id, color }) => labelColour(color, order.get(id) ?? 0);
}
