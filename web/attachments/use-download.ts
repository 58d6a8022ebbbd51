import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AttachmentMeta } from '../../daemon/contract/body.ts';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import type { Progress } from './downloads.ts';

export type Download = {
  /** Undefined while nothing is under way. */
  progress: Progress | undefined;
  /** Why the last attempt failed. */
  failure: string | undefined;
  /** Gives the content; undefined where that failed or was cancelled. */
  start: () => Promise<Blob | undefined>;
  cancel: () => void;
};

/** The download of one attachment, which ends with what shows it. */
export function useDownload(attachment: AttachmentMeta): Download {
  const { downloads, work } = useParts();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const coming = work.beginDownload(attachment.filename || strings.reader.unnamedFile, cancel);
    setFailure(undefined);
    setProgress({ received: 0, total: undefined });
    try {
      const onProgress = (next: Progress) => {
        setProgress(next);
        coming.at(next);
      };
      const content = await downloads.read(attachment, { signal, onProgress });
      // It is here now, and its size is known.
      if (attachment.on_server) void client.invalidateQueries({ queryKey: ['thread'] });
      return content;
    } catch (error) {
      if (!signal.aborted) setFailure(wordsOf(error));
      return undefined;
    } finally {
      coming.end();
      if (!signal.aborted) setProgress(undefined);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setProgress(undefined);
  };
  return { progress, failure, start, cancel };
}
