import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '../../daemon/base/failure.ts';
import type { Contract } from '../../daemon/contract.ts';
import type { Headless } from '../../headless/start.ts';
import type { ImportResult } from '../daemon-process/utility-protocol.ts';

type Progress = z.output<Contract['import']['get']['output']>;

/** As on the command line, the user names files of the computer. */
const caller = { origin: 'cli' } as const;

const pollIntervalMs = 250;

/** Imports mail files, one after the other. Rejects with a Failure if one cannot be imported. */
export async function importFiles(
  { dispatch }: Pick<Headless, 'dispatch'>,
  paths: readonly string[],
): Promise<ImportResult> {
  const result = { added: 0, known: 0, failed: 0 };
  for (const path of paths) {
    const { job_id } = (await dispatch('import.start', { path }, caller)) as { job_id: string };
    const { added, known, failed, status, error, problems } = await ended({ dispatch }, job_id);
    const [problem] = problems;
    if (status === 'failed' || (problem && added + known === 0))
      throw new Failure('unavailable', 'import_failed', error ?? problem?.reason ?? 'The file could not be imported.');
    result.added += added;
    result.known += known;
    result.failed += failed;
  }
  return result;
}

async function ended({ dispatch }: Pick<Headless, 'dispatch'>, job_id: string): Promise<Progress> {
  for (;;) {
    const progress = (await dispatch('import.get', { job_id }, caller)) as Progress;
    if (progress.status === 'succeeded' || progress.status === 'failed') return progress;
    await wait(pollIntervalMs);
  }
}
