import { Failure } from '../../base/failure.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import {
  applyMutation,
  type AccountMutation,
  type AppliedMutation,
  type ApplyDeps,
  type MutationRequest,
} from '../../mail/mutations/apply.ts';
import { pendingRenames } from '../../mail/labels/paths.ts';
import { setLabelColour, labelById, labelsOf, type Label } from '../../mail/labels/labels.ts';
import { runOrPreview } from '../../mail/mutations/preview.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { labelsRequests } from './contract.ts';
import { accountFor, labelToEdit } from './label-lookup.ts';
import { createLabel, planRename } from './label-edits.ts';
import { planRemoval } from './removal.ts';
import { labelRecord } from './wire.ts';

type LabelsDeps = Omit<ApplyDeps, 'db'>;

type LabelCall = { db: WriteDb; caller: Caller; key?: string | undefined };

export function labelsHandlers(deps: LabelsDeps): Handlers<typeof labelsRequests> {
  const apply = (
    { db, caller: { origin, token_id }, key }: LabelCall,
    request: Pick<MutationRequest, 'kind' | 'details'>,
    account: AccountMutation,
  ) =>
    applyMutation({ ...deps, db }, { ...request, actor: { origin, token_id }, correlation: key, accounts: [account] });
  return {
    list: ({ account_id }, { db, accounts }) => {
      const visible = accounts.filter(
        (each) => account_id === undefined || each.account_id === account_id.toLowerCase(),
      );
      const renamings = pendingRenames(db, visible);
      const labels = labelsOf(db, visible).filter(({ synthetic, selectable }) => !synthetic && selectable);
      const records = labels.flatMap((label) => {
        const owner = visible.find(({ id }) => id === label.account);
        return owner ? [labelRecord(label, owner, renamings)] : [];
      });
      return { labels: inOrder(records) };
    },
    create: ({ name, color, account_id }, call) =>
      call.db.transaction(() => {
        const account = accountFor(call.accounts, account_id);
        const edit = createLabel(call.db, account, { name, color: color ?? null });
        const applied = apply(
          call,
          { kind: 'create_label', details: { to: name } },
          { ...withoutMessages(account), before: [edit] },
        );
        return { ok: true, label: recordOf(call.db, account, edit.label), ...undoFieldsOf(applied) };
      }),
    rename: ({ from, old, to, new: other, account_id }, call) =>
      call.db.transaction(() => {
        const currentName = from ?? old ?? '';
        const { account, label } = labelToEdit(call.db, call.accounts, { name: currentName, account_id });
        const { edit, before, after } = planRename(call.db, account, label, { currentName, to: to ?? other ?? '' });
        const details = { from: before, to: after };
        const applied = apply(call, { kind: 'rename_label', details }, { ...withoutMessages(account), before: [edit] });
        return { ok: true, label: recordOf(call.db, account, label.id), ...undoFieldsOf(applied) };
      }),
    remove: ({ name, account_id, dry_run }, call) =>
      runOrPreview(call.db, dry_run, () => {
        const { account, label } = labelToEdit(call.db, call.accounts, { name, account_id });
        const record = recordOf(call.db, account, label.id);
        const { mutation, archived } = planRemoval(call.db, account, label);
        const counts = { messages: mutation.targets.length, archived, dry_run };
        if (dry_run)
          return { ok: true, label: record, mutation_id: null, undoable_until: null, job_id: null, ...counts };
        const applied = apply(call, { kind: 'delete_label', details: { from: record.full_name } }, mutation);
        const deleted = { ...record, pending: 'delete' as const };
        return { ok: true, label: deleted, ...undoFieldsOf(applied), job_id: applied.job_id, ...counts };
      }),
    colour: ({ label_id, color }, { db, accounts }) => {
      const label = labelsOf(db, accounts).find((each) => each.label_id === label_id.toLowerCase());
      const account = accounts.find(({ id }) => id === label?.account);
      if (!label || !account) throw new Failure('missing', 'label_not_found', 'There is no label of that id here.');
      setLabelColour(db, label, color);
      deps.onMutationResult({
        updated: [],
        queued: [account],
        hasUnsettled: false,
        relabelledAccounts: [account],
        completed: [],
        inProgress: [],
      });
      return { ok: true, label: recordOf(db, account, label.id) };
    },
  };
}

/** System labels first, then the user's labels, each followed by its children. */
function inOrder(records: ReturnType<typeof labelRecord>[]) {
  const isSystem = ({ kind }: (typeof records)[number]) => kind === 'System';
  const own = records.filter((record) => !isSystem(record));
  return [...records.filter(isSystem), ...own.toSorted((a, b) => a.full_name.localeCompare(b.full_name))];
}

function recordOf(db: ReadDb, account: Account, label: Label['id']) {
  const found = labelById(db, label);
  if (!found) throw new Error('a label that was just changed isn’t there');
  return labelRecord(found, account, pendingRenames(db, [account]));
}

function undoFieldsOf({ mutation_id, undoable_until }: AppliedMutation) {
  return { mutation_id, undoable_until };
}

/** A mutation without messages. */
function withoutMessages(account: Account): AccountMutation {
  return { account, changes: [], targets: [] };
}
