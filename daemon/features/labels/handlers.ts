import { Failure } from '../../base/failure.ts';
import type { Caller, Handlers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { applyMutation, type AccountWish, type Applied, type ApplyParts, type MutationWish } from '../../mail/apply.ts';
import { openRenamings } from '../../mail/label-paths.ts';
import { colourLabel, labelById, labelsOf, type Label } from '../../mail/labels.ts';
import { previewed } from '../../mail/mutations/preview.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { labelsRequests } from './contract.ts';
import { accountFor, labelToEdit } from './chosen.ts';
import { newLabel, renaming } from './naming.ts';
import { removal } from './removal.ts';
import { labelRecord } from './wire.ts';

export type LabelsParts = Omit<ApplyParts, 'db'>;

type Asking = { db: WriteDb; caller: Caller; key?: string | undefined };

export function labelsHandlers(parts: LabelsParts): Handlers<typeof labelsRequests> {
  const apply = (
    { db, caller: { origin, token_id }, key }: Asking,
    wish: Pick<MutationWish, 'kind' | 'about'>,
    account: AccountWish,
  ) => applyMutation({ ...parts, db }, { ...wish, actor: { origin, token_id }, correlation: key, accounts: [account] });
  return {
    list: ({ account_id }, { db, accounts }) => {
      const wanted = accounts.filter(
        (each) => account_id === undefined || each.account_id === account_id.toLowerCase(),
      );
      const renamings = openRenamings(db, wanted);
      const labels = labelsOf(db, wanted).filter(({ synthetic, selectable }) => !synthetic && selectable);
      const records = labels.flatMap((label) => {
        const owner = wanted.find(({ id }) => id === label.account);
        return owner ? [labelRecord(label, owner, renamings)] : [];
      });
      return { labels: inOrder(records) };
    },
    create: ({ name, color, account_id }, call) =>
      call.db.transaction(() => {
        const account = accountFor(call.accounts, account_id);
        const edit = newLabel(call.db, account, { name, color: color ?? null });
        const made = apply(
          call,
          { kind: 'create_label', about: { to: name } },
          { ...nothing(account), before: [edit] },
        );
        return { ok: true, label: recordOf(call.db, account, edit.label), ...madeOf(made) };
      }),
    rename: ({ from, old, to, new: other, account_id }, call) =>
      call.db.transaction(() => {
        const asked = from ?? old ?? '';
        const { account, label } = labelToEdit(call.db, call.accounts, { name: asked, account_id });
        const { edit, before, after } = renaming(call.db, account, label, { asked, to: to ?? other ?? '' });
        const about = { from: before, to: after };
        const made = apply(call, { kind: 'rename_label', about }, { ...nothing(account), before: [edit] });
        return { ok: true, label: recordOf(call.db, account, label.id), ...madeOf(made) };
      }),
    remove: ({ name, account_id, dry_run }, call) =>
      previewed(call.db, dry_run, () => {
        const { account, label } = labelToEdit(call.db, call.accounts, { name, account_id });
        const record = recordOf(call.db, account, label.id);
        const { wish, archived } = removal(call.db, account, label);
        const counts = { messages: wish.targets.length, archived, dry_run };
        if (dry_run)
          return { ok: true, label: record, mutation_id: null, undoable_until: null, job_id: null, ...counts };
        const made = apply(call, { kind: 'delete_label', about: { from: record.full_name } }, wish);
        const deleted = { ...record, pending: 'delete' as const };
        return { ok: true, label: deleted, ...madeOf(made), job_id: made.job_id, ...counts };
      }),
    colour: ({ label_id, color }, { db, accounts }) => {
      const label = labelsOf(db, accounts).find((each) => each.label_id === label_id.toLowerCase());
      const account = accounts.find(({ id }) => id === label?.account);
      if (!label || !account) throw new Failure('missing', 'label_not_found', 'There is no label of that id here.');
      colourLabel(db, label, color);
      parts.onActed({ updated: [], queued: [], hasNew: false, relabelled: [account], completed: [], underWay: [] });
      return { ok: true, label: recordOf(db, account, label.id) };
    },
  };
}

/** Those of the account first, then the person's own, each followed by what is below it. */
function inOrder(records: ReturnType<typeof labelRecord>[]) {
  const isSystem = ({ kind }: (typeof records)[number]) => kind === 'System';
  const own = records.filter((record) => !isSystem(record));
  return [...records.filter(isSystem), ...own.toSorted((a, b) => a.full_name.localeCompare(b.full_name))];
}

function recordOf(db: ReadDb, account: Account, label: Label['id']) {
  const found = labelById(db, label);
  if (!found) throw new Error('a label that was just changed is not there');
  return labelRecord(found, account, openRenamings(db, [account]));
}

function madeOf({ mutation_id, undoable_until }: Applied) {
  return { mutation_id, undoable_until };
}

/** No message is acted on. */
function nothing(account: Account): AccountWish {
  return { account, changes: [], targets: [] };
}
