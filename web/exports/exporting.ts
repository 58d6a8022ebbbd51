import type { Event } from '../../daemon/contract/events.ts';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import type { Parts } from '../parts.ts';
import { strings } from '../strings.ts';

const words = strings.exports;

export type ExportFormat = 'Markdown' | 'Json' | 'Mbox' | 'LlmContext';
export const exportFormats: readonly ExportFormat[] = ['Markdown', 'Mbox', 'Json', 'LlmContext'];

/** What is exported: a conversation, or all that a search finds. */
export type ExportWish = { thread_ids: string[] } | { query: string };

/** Has mail written into the folder of downloads. A toast says that it began and how it ended; how far it is, the status line. */
export function useExport(): (wish: ExportWish, format: ExportFormat) => Promise<void> {
  const parts = useParts();
  return (wish, format) => runExport(parts, wish, format);
}

type Told = Extract<Event, { operation_id: string }>;

async function runExport(parts: Parts, wish: ExportWish, format: ExportFormat): Promise<void> {
  const { api, live, toasts, work } = parts;
  // A short one may have ended before its answer is here.
  const early: Told[] = [];
  let tell = (event: Told): void => void early.push(event);
  const stop = live.listen((event) => {
    if ('operation' in event && event.operation === 'export') tell(event);
  });
  try {
    const { job_id } = await api.exports.start({ ...wish, format });
    const cancel = { label: words.cancel, run: () => void cancelExport(parts, job_id) };
    work.tellElsewhere(job_id);
    const toast = toasts.show({ tone: 'plain', text: words.running, button: cancel });
    tell = (event) => {
      const outcome = event.operation_id === job_id ? outcomeOf(event) : undefined;
      if (!outcome) return;
      toasts.change(toast, outcome);
      stop();
    };
    early.forEach(tell);
  } catch (error) {
    stop();
    toasts.show({ tone: 'bad', text: words.failed, note: wordsOf(error) });
  }
}

async function cancelExport({ api, toasts }: Parts, job_id: string): Promise<void> {
  try {
    await api.jobs.cancel({ job_id });
  } catch (error) {
    toasts.show({ tone: 'bad', text: strings.jobs.notCancelled, note: wordsOf(error) });
  }
}

/** What is said of its end; undefined while it goes on. */
function outcomeOf(event: Told) {
  switch (event.event) {
    case 'OperationCompleted':
      return { tone: 'plain' as const, text: words.done, note: event.message };
    case 'OperationFailed':
      return { tone: 'bad' as const, text: words.failed, note: event.error };
    case 'OperationCancelled':
      return { tone: 'plain' as const, text: words.cancelled };
    case 'OperationStarted':
    case 'OperationProgress':
      return undefined;
  }
}
