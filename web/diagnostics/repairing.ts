import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import type { Finding } from './queries.ts';

/** In milliseconds. */
const lookEvery = 400;

/** Does what a finding offers, and waits until it is done; then everything is looked at again. */
export function useRepair() {
  const { api } = useParts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (finding: Finding) => repaired(api, finding, () => client.invalidateQueries({ queryKey: ['jobs'] })),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('diagnostics') }),
  });
}

/** Gives what was done, in words. `onBegun` is told of what takes its time. */
async function repaired(api: Api, { action, account_id }: Finding, onBegun: () => Promise<unknown>): Promise<string> {
  if (!action) return '';
  const { job_id, message } = await api.diagnostics.repair({ action: action.id, account_id: account_id ?? undefined });
  if (job_id === null) return message;
  void onBegun();
  const trouble = await endOf(api, job_id);
  return trouble === undefined
    ? strings.diagnostics.done({ label: action.label })
    : strings.diagnostics.notDone({ reason: trouble });
}

/** Waits for a job; gives why it failed, if it did. */
async function endOf(api: Api, job_id: string): Promise<string | undefined> {
  for (;;) {
    const { job } = await api.jobs.get({ job_id });
    if (job.status === 'succeeded') return undefined;
    if (job.status === 'failed') return job.error ?? strings.errors.unexpected;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}

/** What came of the last repair, in words; undefined before the first. */
export function outcomeWords({
  data,
  error,
}: Pick<ReturnType<typeof useRepair>, 'data' | 'error'>): string | undefined {
  return error ? strings.diagnostics.notDone({ reason: wordsOf(error) }) : data;
}
