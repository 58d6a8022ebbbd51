import { createContext, useContext } from 'react';
import type { ColourChoice } from '../../data/message-frame/message-look.ts';
import type { View } from './views.ts';

/** The display choices for the messages of an open conversation, kept until it is closed. */
export type ViewChoices = {
  chosen: ReadonlyMap<string, View>;
  choose: (messageId: string, view: View) => void;
  /** Messages whose colours are not shown as usual in the dark: as sent, or adapted. */
  colours: ReadonlyMap<string, ColourChoice>;
  chooseColours: (messageId: string, choice: ColourChoice) => void;
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
  colours: new Map(),
  chooseColours: () => undefined,
  isAllShown: false,
  isReaderMode: true,
  showsStats: true,
  removesTracking: true,
});

export const useViews = (): ViewChoices => useContext(ViewsContext);
