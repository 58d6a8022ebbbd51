import type { Clock } from '../../base/clock.ts';
import type { Viewer } from '../../contract/ownership.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { isWorking } from '../../mail/callers/tokens.ts';
import type { Webhook } from '../../mail/callers/webhooks.ts';
import type { DeferredAuthorization } from '../../mail/mutations/apply.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';

export type AudienceDeps = {
  read: ReadDb;
  clock: Clock;
  allAccounts: () => readonly Account[];
  authorizeDeferred: DeferredAuthorization;
};

/**
 * What the maker of a webhook may see now: everything, the events of some accounts, or nothing more, for a reason.
 */
type WebhookAudience = { viewer: Viewer | undefined } | { stopped: string };

export function audienceOf(
  { read, clock, allAccounts, authorizeDeferred }: AudienceDeps,
  { origin, token_id }: Pick<Webhook, 'origin' | 'token_id'>,
): WebhookAudience {
  const actor = { origin, ...(token_id !== null && { token_id }) };
  if (isPerson(actor)) return { viewer: undefined };
  if (token_id !== null && !isWorking(read, token_id, clock.now()))
    return { stopped: 'The token that created it was revoked or has expired.' };
  const refusals = allAccounts().map((account) => ({
    account,
    refusal: authorizeDeferred(actor, { safety: 'read' }, account.id),
  }));
  const visible = refusals.filter(({ refusal }) => refusal === undefined);
  const [refused] = refusals;
  if (visible.length === 0 && refused?.refusal !== undefined) return { stopped: refused.refusal };
  return { viewer: { ...actor, accounts: new Set(visible.map(({ account }) => account.account_id)) } };
}
