import { useQueryClient } from '@tanstack/react-query';
import { progressOf } from '../../../data/jobs/work-rows.ts';
import { useWorkState } from '../../../data/jobs/use-work.ts';
import { useServices } from '../../../data/services.ts';
import type { Progress } from '../../../data/downloads.ts';
import type { ShownFile } from './file-identity.ts';

/**
 * Has files saved into the download folder of this computer, one after the other: under what is going on they are one thing,
 * `titleOf` each and known by `key`, which goes on whatever the page shows, and can be ended there.
 */
type SaveRequest = {
  key: string;
  files: readonly ShownFile[];
  titleOf: (file: ShownFile, at: number) => string;
};

/** What came of it: where the files lie that were saved, and why no more were; no `error` where somebody ended it. */
type SaveResult = { paths: readonly string[]; end: 'done' | 'cancelled' | 'failed'; error?: unknown };

/** Saves files. Never throws. */
export function useSaveToFolder(): (request: SaveRequest) => Promise<SaveResult> {
  const { api, workTracker } = useServices();
  const client = useQueryClient();
  return async ({ key, files, titleOf }) => {
    const ending = new AbortController();
    const shownOf = (file: ShownFile, at: number) => ({ key, title: titleOf(file, at), attachment_id: file.id });
    const paths: string[] = [];
    let shown: ReturnType<typeof workTracker.beginDownload> | undefined;
    try {
      for (const [at, each] of files.entries()) {
        if (shown) shown.next(shownOf(each, at));
        else shown = workTracker.beginDownload(shownOf(each, at), () => ending.abort());
        const inside = each.inside && { inside: [...each.inside] };
        const downloadRequest = { message_id: each.message_id, attachment_id: each.id, ...inside };
        const { file } = await api.attachments.download(downloadRequest, ending.signal);
        paths.push(file.path);
      }
      return { paths, end: 'done' };
    } catch (error) {
      return ending.signal.aborted ? { paths, end: 'cancelled' } : { paths, end: 'failed', error };
    } finally {
      shown?.end();
      // What was fetched from its server is here from now on.
      if (files.some(({ on_server }) => on_server)) void client.invalidateQueries({ queryKey: ['thread'] });
    }
  };
}

/** How far the saving is that is known by `key`, and what ends it; undefined while none is under way. */
export function useSaveProgress(key: string): { progress: Progress; title: string; cancel: () => void } | undefined {
  const { workTracker } = useServices();
  const { downloads, operations } = useWorkState();
  const saving = downloads.find((each) => each.key === key);
  return (
    saving && {
      progress: progressOf(saving, operations),
      title: saving.title,
      cancel: () => workTracker.cancelDownload(saving.id),
    }
  );
}
