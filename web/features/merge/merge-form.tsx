import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { ErrorState, EmptyState, errorText } from '../../design/feedback/empty-state.tsx';
import { draftsQuery } from '../../data/queries/drafts.ts';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { MergePreview } from './merge-preview.tsx';
import styles from './merge-page.module.css';
import { previewQuery, readFile, mergeInputOf, type TableFile } from './queries.ts';

const t = strings.merge;

type FormProps = { draftId: string; onDraft: (id: string) => void; onMade: (batch: string) => void };

/** Chooses a draft and a table. */
export function MergeForm({ draftId, onDraft, onMade }: FormProps) {
  const { api } = useServices();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(draftsQuery(api));
  const [file, setFile] = useState<TableFile>();
  const id = useId();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const drafts = data.drafts.filter(({ content_kind }) => content_kind === 'markdown');
  if (drafts.length === 0)
    return (
      <EmptyState illustration="resting" title={t.noDrafts} hint={t.noDraftsHint}>
        <Button onClick={() => void navigate({ to: '/drafts' })}>{strings.outbox.toDrafts}</Button>
      </EmptyState>
    );
  return (
    <div className={styles['form']}>
      <div className={styles['card']}>
        <label htmlFor={`${id}-draft`}>{t.draft}</label>
        <Select id={`${id}-draft`} value={draftId} onChange={({ target }) => onDraft(target.value)}>
          <option value="">{t.chooseDraft}</option>
          {drafts.map((draft) => (
            <option key={draft.id} value={draft.id}>
              {draft.subject || strings.list.noSubject}
            </option>
          ))}
        </Select>
        <p className={styles['hint']}>{t.draftHint}</p>
      </div>
      <div className={styles['card']}>
        <TablePicker name={file?.name} onChoose={(chosen) => void readFile(chosen).then(setFile)} />
      </div>
      {draftId !== '' && file && <Ready key={draftId} draftId={draftId} file={file} onMade={onMade} />}
    </div>
  );
}

/** A button that opens the file dialog, with the name of the chosen file. */
function TablePicker({ name, onChoose }: { name: string | undefined; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{t.table}</label>
      <div className={styles['picker']}>
        <Button aria-describedby={`${id}-hint`} onClick={() => input.current?.click()}>
          {t.chooseTable}
        </Button>
        {name !== undefined && <span className={styles['fileName']}>{name}</span>}
        <input
          ref={input}
          id={id}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) onChoose(chosen);
          }}
        />
      </div>
      <p id={`${id}-hint`} className={styles['hint']}>
        {t.tableHint}
      </p>
    </>
  );
}

type ReadyProps = { draftId: string; file: TableFile; onMade: (batch: string) => void };

/** Previews the messages, and creates the drafts. */
function Ready({ draftId, file, onMade }: ReadyProps) {
  const { api } = useServices();
  const [emailColumn, setEmailColumn] = useState('');
  const [skipsDuplicates, setSkipsDuplicates] = useState(true);
  const { runOnce, isPending, isDone, problem } = useAction({ showsToast: false });
  const request = { draftId, file, emailColumn };
  const { data, error } = useQuery(previewQuery(api, request));

  const make = () =>
    runOnce(async () => {
      const { batch } = await api.merge.start({ ...mergeInputOf(request), skip_duplicates: skipsDuplicates });
      onMade(batch);
    }, t.notMade);

  if (error)
    return (
      <p role="alert" className={styles['bad']}>
        {errorText(error)}
      </p>
    );
  if (!data) return <ListSkeleton />;
  const skipped = data.broken_rows + (skipsDuplicates ? data.duplicate_rows : 0);
  const count = Math.max(0, data.rows - skipped);
  return (
    <>
      <MergePreview preview={data} emailColumn={emailColumn} onEmailColumn={setEmailColumn} />
      {data.duplicate_rows > 0 && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={skipsDuplicates}
            onChange={({ target }) => setSkipsDuplicates(target.checked)}
          />
          {t.skipDuplicates({ count: data.duplicate_rows })}
        </label>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles['bad']}>
          {problem}
        </p>
      )}
      <p>
        <Button look="primary" isBusy={isPending || isDone} disabled={count === 0} onClick={() => void make()}>
          {t.make({ count })}
        </Button>
      </p>
      <p className={styles['hint']}>{t.makeHint}</p>
    </>
  );
}
