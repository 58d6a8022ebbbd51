import { createContext, useContext } from 'react';
import type { View } from './views.ts';

/** The display choices for the messages of an open conversation, kept until it is closed. */
export type ViewChoices = {
  chosen: ReadonlyMap<string, View>;
  choose: (messageId: string, view: View) => void;
  /** Whether all collapsed text is shown. */
  isAllShown: boolean;
  /** From the `[render]` settings. */
  isReaderMode: boolean;
  showsStats: boolean;
  removesTracking: boolean;
};

export const ViewsContext = createContext<ViewChoices>({
  chosen: new Map(),
  choose: () => undefined,
  isAllShown: false,
  isReaderMode: true,
  showsStats: true,
  removesTracking: true,
});

export const useViews = (): ViewChoices => useContext(ViewsContext);
