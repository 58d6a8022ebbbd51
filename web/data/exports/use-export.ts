import type { Event } from '../../../daemon/contract/events.ts';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../services.ts';
import type { Services } from '../services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.exports;

export type ExportFormat = 'Markdown' | 'Json' | 'Mbox' | 'LlmContext';
export const exportFormats: readonly ExportFormat[] = ['Markdown', 'Mbox', 'Json', 'LlmContext'];

/** What is exported: a conversation, or everything that a search finds. */
export type ExportRequest = { thread_ids: string[] } | { query: string };

/** Exports mail to the downloads folder. Toasts report the start and the end; the status line shows the progress. */
export function useExport(): (request: ExportRequest, format: ExportFormat) => Promise<void> {
  const services = useServices();
  return (request, format) => runExport(services, () => services.api.exports.start({ ...request, format }));
}

export const mailboxFormats = ['Mbox', 'Eml', 'Json'] as const;
export type MailboxFormat = (typeof mailboxFormats)[number];

/** Exports all mail of one account, or of all, in the same way. */
export function useMailboxExport(): (account_id: string | undefined, format: MailboxFormat) => Promise<void> {
  const services = useServices();
  return (account_id, format) =>
    runExport(services, () => services.api.exports.startMailboxes({ ...(account_id && { account_id }), format }));
}

type OperationEvent = Extract<Event, { operation_id: string }>;

async function runExport(services: Services, start: () => Promise<{ job_id: string }>): Promise<void> {
  const { live, toasts, workTracker } = services;
  // A short export may end before this reply arrives.
  const earlyEvents: OperationEvent[] = [];
  let handleEvent = (event: OperationEvent): void => void earlyEvents.push(event);
  const stop = live.listen((event) => {
    if ('operation' in event && event.operation === 'export') handleEvent(event);
  });
  try {
    const { job_id } = await start();
    const cancel = { label: t.cancel, run: () => void cancelExport(services, job_id) };
    workTracker.suppressAnnouncement(job_id);
    const toast = toasts.show({ tone: 'plain', text: t.running, button: cancel });
    handleEvent = (event) => {
      const outcome = event.operation_id === job_id ? outcomeOf(event) : undefined;
      if (!outcome) return;
      toasts.change(toast, outcome);
      stop();
    };
    earlyEvents.forEach(handleEvent);
  } catch (error) {
    stop();
    toasts.show({ tone: 'bad', text: t.failed, note: errorText(error) });
  }
}

async function cancelExport({ api, toasts }: Services, job_id: string): Promise<void> {
  try {
    await api.jobs.cancel({ job_id });
  } catch (error) {
    toasts.show({ tone: 'bad', text: strings.jobs.notCancelled, note: errorText(error) });
  }
}

/** The text of its result; undefined while it runs. */
function outcomeOf(event: OperationEvent) {
  switch (event.event) {
    case 'OperationCompleted':
      return { tone: 'plain' as const, text: t.done, note: event.message };
    case 'OperationFailed':
      return { tone: 'bad' as const, text: t.failed, note: event.error };
    case 'OperationCancelled':
      return { tone: 'plain' as const, text: t.cancelled };
    case 'OperationStarted':
    case 'OperationProgress':
      return undefined;
  }
}
