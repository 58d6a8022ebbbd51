import { createContext, useContext } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import type { Lens } from '../queries.ts';

/** The list an open conversation was chosen from: where it is, what is loaded of it, how many there are. */
export type PlaceData = { lens: Lens; rows: readonly MessageRow[]; total: number | undefined };

export const PlaceContext = createContext<PlaceData | undefined>(undefined);

export function usePlace(): PlaceData {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('A conversation was rendered without its list.');
  return place;
}
