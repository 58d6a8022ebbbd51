import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { findMessage, requireMessage } from '../../mail/messages/messages.ts';
import { applyMutation, type AccountMutation, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { labelTargetForRole } from '../../mail/mutations/folders/label-targets.ts';
import { buildMutationReply } from '../../mail/mutations/mutation-reply.ts';
import { senderValue } from '../../mail/screener/decision.ts';
import { changeDecision, keepDecisionChanges, type DecisionChange } from '../../mail/screener/decision-changes.ts';
import { decisionAbout, decisionsIn } from '../../mail/screener/decisions.ts';
import { isOwnAddress } from '../../mail/screener/own-senders.ts';
import { receivedFrom } from '../../mail/screener/received-mail.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { blockedSendersRequests } from './contract.ts';

type BlockedSendersDeps = Pick<ApplyDeps, 'clock' | 'onMutationResult'>;
type ChangeRequest = { email: string; blocked: boolean; existing: boolean };
type ChangeCall = { db: WriteDb; caller: Caller; accounts: readonly Account[]; key?: string | undefined };

export function blockedSendersHandlers(deps: BlockedSendersDeps): Handlers<typeof blockedSendersRequests> {
  return {
    list: (_input, { db, accounts }) => listReply(db, accounts),
    block({ message_id, sender, existing }, call) {
      const email = sender ?? senderOfMessage(call, message_id ?? '');
      if (isOwnAddress(call.db, email)) throw ownAddress(email);
      return change(deps, { email, blocked: true, existing }, call);
    },
    unblock({ sender }, { accounts, ...call }) {
      const blocking = accounts.filter(({ id }) => isBlocked(call.db, id, senderValue(sender)));
      if (blocking.length === 0) throw new Failure('missing', 'not_found', `${sender} isn’t blocked.`);
      return {
        ...change(deps, { email: sender, blocked: false, existing: false }, { ...call, accounts: blocking }),
        ...listReply(call.db, accounts),
      };
    },
  };
}

/** Blocks or unblocks a sender. It is a mutation, so that it can be undone together with what it moved. */
function change(deps: BlockedSendersDeps, { email, blocked, existing }: ChangeRequest, call: ChangeCall) {
  const { db, caller, accounts, key } = call;
  const actor = actorOf(caller);
  const sender = senderValue(email);
  const applied = db.transaction(() => {
    const decided_at = instantOf(deps.clock.now());
    const changes = accounts.flatMap(({ id }): DecisionChange[] => {
      if (blocked && isBlocked(db, id, sender)) return [];
      const block = {
        disposition: 'deny',
        isBlocked: true,
        route_label: null,
        route_label_id: null,
        decided_at,
        actor,
      } as const;
      return [changeDecision(db, id, { scope: 'sender', value: sender }, blocked ? block : null)];
    });
    const mutations = accounts.map((account): AccountMutation => {
      const targets = existing ? receivedFrom(db, account.id, { scope: 'sender', value: sender }) : [];
      if (targets.length === 0) return { account, changes: [], targets: [] };
      const { label, edit } = labelTargetForRole(db, account, 'trash');
      return { account, changes: [{ do: 'trash', to: label }], targets, ...(edit && { before: [edit] }) };
    });
    const details = { blocked, sender };
    const request = { kind: 'block', details, actor, correlation: key, accounts: mutations } as const;
    const mutation = applyMutation({ ...deps, db }, request);
    keepDecisionChanges(db, mutation.id, changes);
    return mutation;
  });
  return { ...listReply(db, accounts), ...buildMutationReply(applied) };
}

function isBlocked(db: ReadDb, account: number, value: string): boolean {
  return decisionAbout(db, account, { scope: 'sender', value })?.isBlocked === true;
}

function listReply(db: ReadDb, accounts: readonly Account[]) {
  const blocks = decisionsIn(db, accounts).filter(({ scope, isBlocked: isHere }) => scope === 'sender' && isHere);
  const groups = Map.groupBy(blocks, ({ value }) => value);
  return {
    kind: 'BlockedSenders' as const,
    senders: [...groups].map(([sender, rows]) => ({
      sender,
      blocked_at: rows[0]?.decided_at ?? '',
      account_ids: rows.map(({ account_id }) => account_id),
    })),
  };
}

function senderOfMessage({ db, accounts }: { db: ReadDb; accounts: readonly Account[] }, id: string): string {
  const { message_id } = requireMessage(db, accounts, id);
  const from = findMessage(db, message_id)?.from_email;
  if (!from) throw new Failure('invalid', 'no_sender', 'This message doesn’t say who it’s from.');
  return from;
}

function ownAddress(email: string): Failure {
  return new Failure('invalid', 'own_address', `${email} is one of your own addresses, so it can’t be blocked.`);
}
