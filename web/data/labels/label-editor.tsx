import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useServices } from '../services.ts';
import { accountsQuery } from '../queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { LabelEditorRow } from './label-editor-row.tsx';
import styles from './label-editor.module.css';
import { useLabelActions } from './use-label-actions.ts';
import { labelTree } from './label-tree.ts';
import { type LabelRecord, labelsQuery } from '../queries/labels.ts';

const t = strings.labels;

/** The action for a label with which the editor opens. */
export type EditorStart = { labelId: string; action: 'rename' | 'remove' };

/** The dialog that creates, renames, colours and deletes labels. */
export function LabelEditor({ start, onClose }: { start?: EditorStart | undefined; onClose: () => void }) {
  return (
    <Dialog title={t.edit} hint={t.editHint} width={560} onClose={onClose}>
      <EditableLabels start={start} />
    </Dialog>
  );
}

/** The labels of every account with their actions, and the field that creates a label. */
export function EditableLabels({ start }: { start?: EditorStart | undefined }) {
  const { api } = useServices();
  const { data: known } = useQuery(accountsQuery(api));
  const { data, error, refetch } = useQuery(labelsQuery(api));
  const accounts = known?.accounts ?? [];
  const isEmpty = data && labelTree(data.labels).length === 0;
  return (
    <>
      {accounts.length > 0 && <NewLabel accounts={accounts} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {isEmpty && <EmptyState illustration="open" title={t.none} hint={t.noneHint} />}
      {data &&
        accounts.map(({ account_id, name }) => (
          <AccountLabels
            key={account_id}
            heading={accounts.length > 1 ? name : undefined}
            labels={data.labels.filter((label) => label.account_id === account_id)}
            start={start}
          />
        ))}
    </>
  );
}

type AccountLabelsProps = {
  heading: string | undefined;
  labels: readonly LabelRecord[];
  start: EditorStart | undefined;
};

function AccountLabels({ heading, labels, start }: AccountLabelsProps) {
  const tree = labelTree(labels);
  if (tree.length === 0) return null;
  return (
    <div>
      {heading && <h3 className={styles['heading']}>{heading}</h3>}
      <ul role="list" aria-label={heading ?? t.edit}>
        {tree.flatMap(({ records, shortName, depth }) =>
          records.map((label) => (
            <LabelEditorRow
              key={label.id}
              label={label}
              shortName={shortName}
              depth={depth}
              start={start?.labelId === label.id ? start.action : undefined}
            />
          )),
        )}
      </ul>
    </div>
  );
}

type Account = { account_id: string; name: string };

function NewLabel({ accounts }: { accounts: readonly Account[] }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(accounts[0]?.account_id ?? '');
  const edits = useLabelActions();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() !== '' && (await edits.create(name.trim(), chosen))) setName('');
  }

  return (
    <form className={styles['new']} onSubmit={(event) => void submit(event)}>
      <input
        className={styles['field']}
        aria-label={t.newName}
        placeholder={t.newHint}
        value={name}
        dir="auto"
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      {accounts.length > 1 && (
        <Select
          className={styles['select']}
          aria-label={t.account}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          {accounts.map((account) => (
            <option key={account.account_id} value={account.account_id}>
              {account.name}
            </option>
          ))}
        </Select>
      )}
      <Button type="submit" disabled={name.trim() === ''}>
        {t.makeIt}
      </Button>
    </form>
  );
}

function Waiting() {
  return (
    <Skeleton label={t.edit}>
      {[48, 60, 40].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '14px 12px 25px' }} />
      ))}
    </Skeleton>
  );
}
