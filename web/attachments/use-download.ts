import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import type { Progress } from './downloads.ts';
import { keyOf, nameOf, type ShownFile } from './shown-file.ts';

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
export function useDownload(attachment: ShownFile): Download {
  const { downloads, work } = useParts();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const title = strings.jobs.downloading({ name: nameOf(attachment) });
    const coming = work.beginDownload({ key: keyOf(attachment), title, attachment_id: attachment.id }, cancel);
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
