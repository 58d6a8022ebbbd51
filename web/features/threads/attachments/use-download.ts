import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../design/feedback/empty-state.tsx';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import type { Progress } from '../../../data/downloads.ts';
import { fileKeyOf, fileNameOf, type ShownFile } from './file-identity.ts';

export type Download = {
  /** Undefined while no download is running. */
  progress: Progress | undefined;
  /** Why the last attempt failed. */
  failure: string | undefined;
  /** Resolves to the content; undefined if the download failed or was cancelled. */
  start: () => Promise<Blob | undefined>;
  cancel: () => void;
};

/** The download of an attachment, which is cancelled when the component unmounts. */
export function useDownload(attachment: ShownFile): Download {
  const { downloads, workTracker } = useServices();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const title = strings.jobs.downloading({ name: fileNameOf(attachment) });
    const progressHandle = workTracker.beginDownload(
      { key: fileKeyOf(attachment), title, attachment_id: attachment.id },
      cancel,
    );
    setFailure(undefined);
    setProgress({ received: 0, total: undefined });
    try {
      const onProgress = (next: Progress) => {
        setProgress(next);
        progressHandle.at(next);
      };
      const content = await downloads.read(attachment, { signal, onProgress });
      // The file is stored locally now, and its size is known.
      if (attachment.on_server) void client.invalidateQueries({ queryKey: ['thread'] });
      return content;
    } catch (error) {
      if (!signal.aborted) setFailure(errorText(error));
      return undefined;
    } finally {
      progressHandle.end();
      if (!signal.aborted) setProgress(undefined);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setProgress(undefined);
  };
  return { progress, failure, start, cancel };
}
