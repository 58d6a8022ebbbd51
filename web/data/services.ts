import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from '../api/client.ts';
import type { Downloads } from './downloads.ts';
import type { ComposeTransfer } from './compose/compose-transfer.ts';
import type { OpenCompositions } from './compose/open-compositions.ts';
import type { KeystrokeBuffer } from './compose/keystroke-buffer.ts';
import type { InlinePlaces } from './compose/inline-places.ts';
import type { DraftRecovery } from './compose/draft-recovery.ts';
import type { SendTracker } from './compose/send-tracker.ts';
import type { WorkTracker } from './jobs/work-tracker.ts';
import type { Live, LiveState } from '../api/live.ts';
import type { MailActions } from './mutations/mail-actions.ts';
import type { Toasts } from './toasts.ts';
import type { Session } from '../api/session.ts';
import type { Sounds } from './sounds/sounds.ts';

/** The services of the page, created once in `main.tsx`. */
export type Services = {
  api: Api;
  session: Session;
  live: Live;
  mailActions: MailActions;
  toasts: Toasts;
  downloads: Downloads;
  openCompositions: OpenCompositions;
  keystrokes: KeystrokeBuffer;
  inlinePlaces: InlinePlaces;
  composeTransfer: ComposeTransfer;
  draftRecovery: DraftRecovery;
  sendTracker: SendTracker;
  sounds: Sounds;
  workTracker: WorkTracker;
};

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('A component was rendered outside of ServicesContext.');
  return services;
}

export function useLiveState(): LiveState {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, live.state);
}

/** The mail actions of this page. */
export function useMailActions(): MailActions {
  return useServices().mailActions;
}
