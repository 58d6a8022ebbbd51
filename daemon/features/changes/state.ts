import { createHash } from 'node:crypto';
import { Failure } from '../../base/failure.ts';
import type { ChangeHistory } from '../../mail/changes/changes.ts';

/**
 * A point in the changes. Changes up to `seq` are known to the client. While a client reads several pages, `base` stays at the
 * `seq` of the first, so that a message is created on whichever page it is. `view` names the accounts it is about: a caller
 * that sees others now has to list again.
 */
export type ChangeState = { history_id: string; seq: number; base: number; view: string };

const pattern = /^([0-9a-f]{12})-(\d{1,15})-(\d{1,15})-(all|[0-9a-f]{12})$/;

export function stateText({ history_id, seq, base, view }: ChangeState): string {
  return `${history_id}-${seq}-${base}-${view}`;
}

/** Parses `since`. Throws Failure `bad_state`, and `state_expired` for what is of another history or view. */
export function parseState(
  text: string,
  { history_id, forgotten_seq, last_seq }: ChangeHistory,
  view: string,
): ChangeState {
  const [, history, seqText, baseText, stateView] = pattern.exec(text) ?? [];
  if (history === undefined)
    throw new Failure('invalid', 'bad_state', 'since must be the state of an earlier answer of this request.');
  const [seq, base] = [Number(seqText), Number(baseText)];
  const isKnown = history === history_id && base <= seq && seq <= last_seq && seq >= forgotten_seq;
  if (isKnown && stateView === view) return { history_id, seq, base, view };
  throw new Failure(
    'conflict',
    'state_expired',
    'What has changed since this state isn’t known any more. Ask without since, and list again what you keep.',
  );
}

/** A name for a set of accounts. */
export function viewOf(account_ids: readonly string[] | undefined): string {
  if (account_ids === undefined) return 'all';
  return createHash('sha256').update(account_ids.toSorted().join()).digest('hex').slice(0, 12);
}
