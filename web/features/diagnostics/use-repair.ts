import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import type { Finding } from '../../data/queries/diagnostics.ts';

/** In milliseconds. */
const pollIntervalMs = 400;

/** Runs the repair of a finding, waits until it has ended, and runs all checks again. */
export function useRepair() {
  const { api } = useServices();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (finding: Finding) =>
      repairFinding(api, finding, () => client.invalidateQueries({ queryKey: ['jobs'] })),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('diagnostics') }),
  });
}

/** Returns the result in words. `onBegun` is called for repairs that take time. */
async function repairFinding(
  api: Api,
  { action, account_id }: Finding,
  onStarted: () => Promise<unknown>,
): Promise<string> {
  if (!action) return '';
  const { job_id, message } = await api.diagnostics.repair({ action: action.id, account_id: account_id ?? undefined });
  if (job_id === null) return message;
  void onStarted();
  const failure = await waitForJob(api, job_id);
  return failure === undefined
    ? strings.diagnostics.done({ label: action.label })
    : strings.diagnostics.notDone({ reason: failure });
}

/** Waits for a job; returns the reason if it failed. */
async function waitForJob(api: Api, job_id: string): Promise<string | undefined> {
  for (;;) {
    const { job } = await api.jobs.get({ job_id });
    if (job.status === 'succeeded') return undefined;
    if (job.status === 'failed') return job.error ?? strings.errors.unexpected;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/** The result of the last repair, in words; undefined before the first. */
export function describeOutcome({
  data,
  error,
}: Pick<ReturnType<typeof useRepair>, 'data' | 'error'>): string | undefined {
  return error ? strings.diagnostics.notDone({ reason: errorText(error) }) : data;
}
