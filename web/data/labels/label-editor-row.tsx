import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import { ColourMenu } from './colour-menu.tsx';
import styles from './label-editor.module.css';
import { useLabelActions } from './use-label-actions.ts';
import type { LabelRecord } from '../queries/labels.ts';
import { formatNumber } from '../../i18n/formats.ts';

const t = strings.labels;

type EditMode = 'nothing' | 'rename' | 'remove';
type LabelEditorRowProps = {
  label: LabelRecord;
  shortName: string;
  depth: number;
  start: Exclude<EditMode, 'nothing'> | undefined;
};

/** One label of the editor: as it is, while it is renamed, or before it is deleted. */
export function LabelEditorRow({ label, shortName: shown, depth, start }: LabelEditorRowProps) {
  const [mode, setMode] = useState<EditMode>(start ?? 'nothing');
  const edits = useLabelActions();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (start) row.current?.scrollIntoView({ block: 'center' });
  }, [start]);

  /**
   * Returns to the plain row and focuses the button that opened the other state, unless the user is elsewhere by then: a
   * request ends late, and losing the focus would close the colour menu.
   */
  function finish(): void {
    const previousMode = mode;
    const hasFocus = row.current?.contains(document.activeElement);
    setMode('nothing');
    if (!hasFocus) return;
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(`[data-act=${previousMode}]`)?.focus());
  }

  return (
    <li ref={row} className={styles['line']} style={{ '--depth': depth }}>
      <div className={styles['row']}>
        <ColourMenu label={label} onChoose={(colour) => void edits.colour(label, colour)} />
        {mode === 'rename' ? (
          <Renaming label={label} onDone={finish} />
        ) : (
          <>
            <span className={styles['name']} dir="auto" title={label.full_name}>
              {shown}
            </span>
            {label.pending && <span className={styles['soft']}>{t.pending}</span>}
            <span className={styles['soft']} title={t.total({ count: label.thread_count })}>
              <span aria-hidden="true">{formatNumber(label.thread_count)}</span>
              <span className="visually-hidden">{t.total({ count: label.thread_count })}</span>
            </span>
            <IconButton name={t.renameNamed({ name: label.name })} data-act="rename" onClick={() => setMode('rename')}>
              <Pencil />
            </IconButton>
            <IconButton name={t.removeNamed({ name: label.name })} data-act="remove" onClick={() => setMode('remove')}>
              <Trash2 />
            </IconButton>
          </>
        )}
      </div>
      {mode === 'remove' && <Removing label={label} onCancel={finish} />}
    </li>
  );
}

function Renaming({ label, onDone }: { label: LabelRecord; onDone: () => void }) {
  const [name, setName] = useState(label.name);
  const edits = useLabelActions();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const to = name.trim();
    if (to === '' || to === label.name || (await edits.rename(label, to))) onDone();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') onDone();
  }

  return (
    <form className={styles['renaming']} onSubmit={(event) => void submit(event)}>
      <input
        ref={field}
        data-takes-escape
        className={styles['field']}
        aria-label={t.newNameOf({ name: label.name })}
        value={name}
        dir="auto"
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={press}
      />
      <Button type="submit">{t.save}</Button>
      <Button look="quiet" onClick={onDone}>
        {t.cancel}
      </Button>
    </form>
  );
}

/** Shows what happens to the label's mail, counted by the daemon, before the label is deleted. */
function Removing({ label, onCancel }: { label: LabelRecord; onCancel: () => void }) {
  const { api } = useServices();
  const edits = useLabelActions();
  const { data, error } = useQuery({
    queryKey: ['label-removal', label.id],
    queryFn: () => api.labels.remove({ name: label.id, account_id: label.account_id, dry_run: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
  return (
    <div className={styles['removing']}>
      <p role="status">
        {error && errorText(error)}
        {!error &&
          (data
            ? t.losing({
                which: losingKind(data),
                name: label.name,
                messages: data.messages,
                archived: data.archived,
              })
            : t.counting)}
      </p>
      <div className={styles['acts']}>
        <Button ref={cancelButton} onClick={onCancel}>
          {t.keep}
        </Button>
        <Button look="primary" disabled={!data} onClick={() => void edits.remove(label)}>
          {t.removeNamed({ name: label.name })}
        </Button>
      </div>
    </div>
  );
}

/** What happens to a label's mail: there is none, all has other labels too, all goes to the archive, or some does. */
function losingKind({ messages, archived }: { messages: number; archived: number }): string {
  if (messages === 0) return 'empty';
  if (archived === 0) return 'none';
  return archived === messages ? 'all' : 'some';
}
