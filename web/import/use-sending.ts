import { useEffect, useSyncExternalStore } from 'react';
import { useParts } from '../parts.ts';
import type { SendingState } from './sending.ts';

export function useSendingState(): SendingState {
  const { importSending } = useParts();
  return useSyncExternalStore(importSending.subscribe, importSending.state);
}

/** Who closes the window while files are sent is asked: they would have to be picked again. */
export function useLeavingNote(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}
