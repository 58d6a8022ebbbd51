import { useQueryClient } from '@tanstack/react-query';
import { progressOf } from '../../../data/jobs/work-rows.ts';
import { useWorkState } from '../../../data/jobs/use-work.ts';
import { useServices } from '../../../data/services.ts';
import type { Progress } from '../../../data/downloads.ts';
import type { ShownFile } from './file-identity.ts';

/**
 * Saves files into the download folder of this computer, one after the other. In the list of running work they are one entry
 * with the title `titleOf` and the key `key`, which continues on every page and can be cancelled there.
 */
type SaveRequest = {
  key: string;
  files: readonly ShownFile[];
  titleOf: (file: ShownFile, at: number) => string;
};

/** The result: the folder of the saved files, and why the others were not saved; without `error` if the user cancelled. */
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
      // Files that were fetched from their server are stored locally now.
      if (files.some(({ on_server }) => on_server)) void client.invalidateQueries({ queryKey: ['thread'] });
    }
  };
}

/** The progress of the download with this `key`, and its cancel function; undefined while none is running. */
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
