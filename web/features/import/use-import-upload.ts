import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { addresses } from 'virtual:addresses';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { createImportUpload, type ImportUpload, type ImportUploadState } from '../../data/import/import-upload.ts';
import { createUploadChunk } from '../../data/import/upload-file.ts';
import { useServices, type Services } from '../../data/services.ts';

/** The upload of a page is made when it is first needed, and continues while the user visits other pages. */
const uploads = new WeakMap<Services, ImportUpload>();

export function useImportUpload(): ImportUpload {
  const client = useQueryClient();
  const services = useServices();
  const existing = uploads.get(services);
  if (existing) return existing;
  const upload = createImportUpload({
    api: services.api,
    uploadChunk: createUploadChunk(addresses['import.uploadFile'] ?? '', services.session),
    errorText,
    onStarted: () => void client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  uploads.set(services, upload);
  return upload;
}

export function useImportUploadState(): ImportUploadState {
  const { state, subscribe } = useImportUpload();
  return useSyncExternalStore(subscribe, state);
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
