import { createContext, useContext } from 'react';
import type { View } from './views.ts';

/** What was chosen for the messages of an open conversation, kept until it is left. */
export type ViewChoices = {
  chosen: ReadonlyMap<string, View>;
  choose: (messageId: string, view: View) => void;
  /** Everything that is folded away is to be seen. */
  isAllShown: boolean;
  /** As `[render]` of the settings says. */
  isReaderMode: boolean;
  showsStats: boolean;
};

export const ViewsContext = createContext<ViewChoices>({
  chosen: new Map(),
  choose: () => undefined,
  isAllShown: false,
  isReaderMode: true,
  showsStats: true,
});

export const useViews = (): ViewChoices => useContext(ViewsContext);
