import type { Api, Reply } from '../../api/client.ts';
import { type MailChange, idsOf, rowsOfTarget, type Target } from '../../api/mail-change.ts';

type MutationResult = Awaited<ReturnType<Api['mutations']['archive']>>['result'];

/** The part of the daemon's answer to a change that the page needs. */
export type ChangeResult = Pick<
  MutationResult,
  'mutation_id' | 'job_id' | 'requested' | 'succeeded' | 'skipped' | 'failed' | 'accounts'
> & {
  outcomes: readonly { reason?: string | undefined }[];
  /** What the daemon says about it; else the page has its own words. */
  copy?: string;
};

/** Sends a change to the daemon. */
export async function sendChange(api: Api, target: Target, change: MailChange): Promise<ChangeResult> {
  const ids = idsOf(target);
  switch (change.do) {
    case 'archive':
    case 'trash':
    case 'spam':
      return (await api.mutations[change.do](ids)).result;
    case 'star':
      return (await api.mutations.star({ ...ids, starred: change.starred })).result;
    case 'read':
      return (await api.mutations.read({ ...ids, read: change.read })).result;
    case 'label':
      return (await api.mutations.labels({ ...ids, add: [...change.add], remove: [...change.remove] })).result;
    case 'mute': {
      // Only whole conversations are muted.
      const thread_ids = rowsOfTarget(target).map(({ thread_id }) => thread_id);
      const threads = 'query' in target ? { query: target.query } : { thread_ids };
      return (await api.mutations.mute({ ...threads, muted: change.muted })).result;
    }
    case 'move':
      return (await api.mutations.move({ ...ids, target_label: change.to })).result;
    case 'snooze':
      return (await api.snooze.create({ ...ids, until: change.until })).result;
    case 'done': {
      const { mode, sender } = change;
      const thread_ids = rowsOfTarget(target).map(({ thread_id }) => thread_id);
      return doneResult(await api.modes.done(sender ? { mode, sender } : { mode, thread_ids }));
    }
  }
}

function doneResult({ mutation_id, items }: Reply<'modes', 'done'>): ChangeResult {
  const failed = items.filter(({ error }) => error !== undefined);
  const [only, ...others] = items;
  return {
    mutation_id,
    job_id: null,
    requested: items.length,
    succeeded: items.length - failed.length,
    skipped: failed.length,
    failed: 0,
    accounts: [],
    outcomes: failed.map(({ error }) => ({ reason: error })),
    ...(only && others.length === 0 && { copy: only.copy }),
  };
}
