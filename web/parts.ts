import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from './api.ts';
import type { Downloads } from './attachments/downloads.ts';
import type { ComposeWire } from './compose/compose-wire.ts';
import type { Composers } from './compose/composers.ts';
import type { KeptWords } from './compose/kept-words.ts';
import type { Sends } from './compose/sends.ts';
import type { ImportSending } from './import/sending.ts';
import type { Work } from './jobs/work.ts';
import type { Live, LiveState } from './live.ts';
import type { Acts } from './mutations/acts.ts';
import type { Toasts } from './mutations/toasts.ts';
import type { Session } from './session.ts';
import type { Sounds } from './sounds/sounds.ts';

/** What the whole page stands on, made once in `main.tsx`. */
export type Parts = {
  api: Api;
  session: Session;
  live: Live;
  acts: Acts;
  toasts: Toasts;
  downloads: Downloads;
  composers: Composers;
  composeWire: ComposeWire;
  keptWords: KeptWords;
  sends: Sends;
  importSending: ImportSending;
  sounds: Sounds;
  work: Work;
};

export const PartsContext = createContext<Parts | undefined>(undefined);

export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('The page was rendered outside of its parts.');
  return parts;
}

export function useLiveState(): LiveState {
  const { live } = useParts();
  return useSyncExternalStore(live.subscribe, live.state);
}
