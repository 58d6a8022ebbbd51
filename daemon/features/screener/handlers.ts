import { Readable } from 'node:stream';
import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller, Handlers, InputOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import type { Label } from '../../mail/labels/labels.ts';
import { fullNameOf, pendingRenames } from '../../mail/labels/paths.ts';
import { applyMutation, type AccountMutation, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { labelTargetForRole } from '../../mail/mutations/folders/label-targets.ts';
import type { MutationDetails } from '../../mail/mutations/journal.ts';
import { buildMutationReply, previewReply } from '../../mail/mutations/mutation-reply.ts';
import { runOrPreview } from '../../mail/mutations/preview.ts';
import type { Decided, Decision, DecisionTarget } from '../../mail/screener/decision.ts';
import { changeDecision, keepDecisionChanges, type DecisionChange } from '../../mail/screener/decision-changes.ts';
import { decisionAbout, decisionsIn } from '../../mail/screener/decisions.ts';
import { ownSendersOf } from '../../mail/screener/own-senders.ts';
import { decidedMail } from '../../mail/screener/received-mail.ts';
import { routeLabelOf } from '../../mail/screener/route-label.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { screenerRequests } from './contract.ts';
import { decisionsFile } from './decision-files.ts';
import { planImport } from './import.ts';
import { requireDecidable, targetOf } from './target.ts';

type ScreenerDeps = Pick<ApplyDeps, 'clock' | 'onMutationResult'>;
type ChangeCall = { db: WriteDb; caller: Caller; accounts: readonly Account[]; key?: string | undefined };
type TargetInput = DecisionTarget & { account_id: string };
type DecideInput = TargetInput & Omit<InputOf<(typeof screenerRequests)['decide']>, 'sender_email'>;
type ImportInput = InputOf<(typeof screenerRequests)['import']>;

export function screenerHandlers(deps: ScreenerDeps): Handlers<typeof screenerRequests> {
  return {
    decisions({ account_id }, { db, accounts }) {
      const wanted = account_id?.toLowerCase();
      const chosen = accounts.filter((each) => wanted === undefined || each.account_id === wanted);
      return { kind: 'ScreenerDecisions', decisions: chosen.flatMap((account) => decisionRecords(db, account)) };
    },
    decide: ({ sender_email, ...rest }, call) => decide(deps, { ...rest, scope: 'sender', value: sender_email }, call),
    clear: ({ account_id, sender_email }, call) =>
      clear(deps, { account_id, scope: 'sender', value: sender_email }, call),
    decideGroup: (input, call) => decide(deps, input, call),
    clearGroup: (input, call) => clear(deps, input, call),
    export({ account_id, format, answer }, { db, accounts }) {
      const account = requireAccount(accounts, account_id);
      const content = decisionsFile(decisionsIn(db, [account]), format);
      if (answer === 'json') return { content };
      return {
        stream: Readable.from([Buffer.from(content)], { objectMode: false }),
        type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
        name: `posthorn-decisions.${format}`,
        size: Buffer.byteLength(content),
      };
    },
    import: (input, call) => runOrPreview(call.db, input.dry_run, () => importDecisions(deps, input, call)),
  };
}

function decide(deps: ScreenerDeps, input: DecideInput, call: ChangeCall) {
  const { account_id, disposition, route_label, apply_to_existing } = input;
  const { db } = call;
  const account = requireAccount(call.accounts, account_id);
  const target = targetOf(input);
  requireDecidable(ownSendersOf(db), target);
  const label = route_label ? requireRouteLabel(db, account, route_label) : undefined;
  const decided: Decided = {
    disposition,
    isBlocked: false,
    route_label: route_label ?? null,
    route_label_id: label?.label_id ?? null,
    decided_at: instantOf(deps.clock.now()),
    actor: actorOf(call.caller),
  };
  return db.transaction(() => {
    const change = changeDecision(db, account.id, target, decided);
    const mutation = apply_to_existing
      ? moveExisting(db, account, { target, decided, label: label?.id })
      : withoutMessages(account);
    return applyChanges(deps, call, { changes: [change], mutation, details: aboutChange(change) });
  });
}

function clear(deps: ScreenerDeps, input: TargetInput, call: ChangeCall) {
  const { db } = call;
  const account = requireAccount(call.accounts, input.account_id);
  const target = targetOf(input);
  if (!decisionAbout(db, account.id, target)) return { kind: 'Ack' as const, ...unchangedReply() };
  return db.transaction(() => {
    const change = changeDecision(db, account.id, target, null);
    const changes = { changes: [change], mutation: withoutMessages(account), details: aboutChange(change) };
    return applyChanges(deps, call, changes);
  });
}

/** Takes mail out of the inbox that a decision applies to, as it does with new mail. */
function moveExisting(
  db: WriteDb,
  account: Account,
  { target, decided, label }: { target: DecisionTarget; decided: Decided; label: number | undefined },
): AccountMutation {
  if (label === undefined && decided.disposition !== 'deny') return withoutMessages(account);
  const targets = decidedMail(db, account.id, target, { inInbox: true });
  if (targets.length === 0) return withoutMessages(account);
  if (label !== undefined) return { account, changes: [{ do: 'move', to: label }], targets };
  const archive = labelTargetForRole(db, account, 'archive');
  return {
    account,
    changes: [{ do: 'archive', to: archive.label }],
    targets,
    ...(archive.edit && { before: [archive.edit] }),
  };
}

type AppliedChanges = { changes: readonly DecisionChange[]; mutation: AccountMutation; details: MutationDetails };

/** Stores changed decisions and what they move as one mutation, so that one undo takes all of it back. */
function applyChanges(
  deps: ScreenerDeps,
  { db, caller, key }: ChangeCall,
  { changes, mutation, details }: AppliedChanges,
) {
  const request = { kind: 'screen', details, actor: actorOf(caller), correlation: key, accounts: [mutation] } as const;
  const applied = applyMutation({ ...deps, db }, request);
  keepDecisionChanges(db, applied.id, changes);
  return { kind: 'Ack' as const, ...buildMutationReply(applied) };
}

function importDecisions(deps: ScreenerDeps, { account_id, format, content, dry_run }: ImportInput, call: ChangeCall) {
  const { db, caller } = call;
  const account = requireAccount(call.accounts, account_id);
  const at = instantOf(deps.clock.now());
  const planned = planImport(db, account, { format, content, at, actor: actorOf(caller) });
  const isNew = ({ target }: (typeof planned)[number]) => !decisionAbout(db, account.id, target);
  const differing = planned.filter(({ isUnchanged }) => !isUnchanged);
  const added = differing.filter(isNew).length;
  const counts = { added, changed: differing.length - added, unchanged: planned.length - differing.length };
  if (dry_run || differing.length === 0) return { kind: 'Ack' as const, ...unchangedReply({ dry_run }), ...counts };
  const changes = differing.map(({ target, decided }) => changeDecision(db, account.id, target, decided));
  const details = { decisions: differing.length };
  return { ...applyChanges(deps, call, { changes, mutation: withoutMessages(account), details }), ...counts };
}

function requireRouteLabel(db: ReadDb, account: Account, name: string): Label {
  const label = routeLabelOf(db, account, { route_label: name });
  if (label) return label;
  const sentence = `${account.name} has no label “${name}” that mail can be moved to.`;
  throw new Failure('missing', 'label_not_found', sentence);
}

function decisionRecords(db: ReadDb, account: Account) {
  return decisionsIn(db, [account]).map((decision) => decisionRecord(db, account, decision));
}

function decisionRecord(db: ReadDb, account: Account, { actor: _actor, isBlocked, ...decision }: Decision) {
  const { scope, value, disposition, route_label, decided_at } = decision;
  const label = routeLabelOf(db, account, decision);
  return {
    account_id: account.account_id,
    decided_at,
    disposition,
    route_label: label ? fullNameOf(label, pendingRenames(db, [account])) : route_label,
    sender_email: scope === 'sender' ? value : '',
    scope,
    value,
    is_blocked: isBlocked,
    route_label_exists: route_label === null || label !== undefined,
  };
}

function aboutChange({ value, after }: DecisionChange): MutationDetails {
  return {
    sender: value,
    disposition: after?.disposition ?? null,
    ...(after?.route_label && { to: after.route_label }),
  };
}

function withoutMessages(account: Account): AccountMutation {
  return { account, changes: [], targets: [] };
}

function unchangedReply({ dry_run = false } = {}) {
  return previewReply([], [], { undoable: false, dry_run });
}
