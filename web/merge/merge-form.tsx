import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorPanel, Panel, wordsOf } from '../design/panel.tsx';
import { draftsQuery } from '../drafts/queries.ts';
import { ListSkeleton } from '../mailbox/list-skeleton.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { MergePreview } from './merge-preview.tsx';
import styles from './merge-page.module.css';
import { previewQuery, readFile, wishOf, type TableFile } from './queries.ts';

const words = strings.merge;

type FormProps = { draftId: string; onDraft: (id: string) => void; onMade: (batch: string) => void };

/** Chooses a draft and a table. */
export function MergeForm({ draftId, onDraft, onMade }: FormProps) {
  const { api } = useParts();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(draftsQuery(api));
  const [file, setFile] = useState<TableFile>();
  const id = useId();
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const drafts = data.drafts.filter(({ content_kind }) => content_kind === 'markdown');
  if (drafts.length === 0)
    return (
      <Panel scene="resting" title={words.noDrafts} hint={words.noDraftsHint}>
        <Button onClick={() => void navigate({ to: '/drafts' })}>{strings.outbox.toDrafts}</Button>
      </Panel>
    );
  return (
    <div className={styles['form']}>
      <div className={styles['card']}>
        <label htmlFor={`${id}-draft`}>{words.draft}</label>
        <select id={`${id}-draft`} value={draftId} onChange={({ target }) => onDraft(target.value)}>
          <option value="">{words.chooseDraft}</option>
          {drafts.map((draft) => (
            <option key={draft.id} value={draft.id}>
              {draft.subject || strings.list.noSubject}
            </option>
          ))}
        </select>
        <p className={styles['hint']}>{words.draftHint}</p>
      </div>
      <div className={styles['card']}>
        <label htmlFor={`${id}-file`}>{words.table}</label>
        <input
          id={`${id}-file`}
          type="file"
          className={styles['file']}
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) void readFile(chosen).then(setFile);
          }}
        />
        <p id={`${id}-hint`} className={styles['hint']}>
          {words.tableHint}
        </p>
      </div>
      {draftId !== '' && file && <Ready key={draftId} draftId={draftId} file={file} onMade={onMade} />}
    </div>
  );
}

type ReadyProps = { draftId: string; file: TableFile; onMade: (batch: string) => void };

/** Shows what would be made, and makes it. */
function Ready({ draftId, file, onMade }: ReadyProps) {
  const { api } = useParts();
  const [emailColumn, setEmailColumn] = useState('');
  const [skipsDuplicates, setSkipsDuplicates] = useState(true);
  const [trouble, setTrouble] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const wish = { draftId, file, emailColumn };
  const { data, error } = useQuery(previewQuery(api, wish));

  async function make(): Promise<void> {
    setAsking(true);
    try {
      const { batch } = await api.merge.start({ ...wishOf(wish), skip_duplicates: skipsDuplicates });
      onMade(batch);
    } catch (failed) {
      setTrouble(`${words.notMade}. ${wordsOf(failed)}`);
      setAsking(false);
    }
  }

  if (error)
    return (
      <p role="alert" className={styles['bad']}>
        {wordsOf(error)}
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
          {words.skipDuplicates({ count: data.duplicate_rows })}
        </label>
      )}
      {trouble !== undefined && (
        <p role="alert" className={styles['bad']}>
          {trouble}
        </p>
      )}
      <p>
        <Button look="primary" isBusy={isAsking} disabled={count === 0} onClick={() => void make()}>
          {words.make({ count })}
        </Button>
      </p>
      <p className={styles['hint']}>{words.makeHint}</p>
    </>
  );
}
