import { useEffect, useSyncExternalStore } from 'react';
import { useServices } from '../../data/services.ts';
import type { ImportUploadState } from '../../data/import/import-upload.ts';

export function useImportUploadState(): ImportUploadState {
  const { importUpload } = useServices();
  return useSyncExternalStore(importUpload.subscribe, importUpload.state);
}

/** Asks before the window is closed during an upload, because the files would have to be picked again. */
export function useUnloadWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);
}
