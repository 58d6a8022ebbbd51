import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { ColourMenu } from './colour-menu.tsx';
import styles from './label-editor.module.css';
import { useLabelEdits } from './label-edits.ts';
import type { LabelRecord } from './queries.ts';
import { number } from '../words/formats.ts';

const words = strings.labels;

type Doing = 'nothing' | 'rename' | 'remove';
type LabelLineProps = {
  label: LabelRecord;
  words: string;
  depth: number;
  start: Exclude<Doing, 'nothing'> | undefined;
};

/** One label of the editor, as it is, while it gets another name, or before it is deleted. */
export function LabelLine({ label, words: shown, depth, start }: LabelLineProps) {
  const [doing, setDoing] = useState<Doing>(start ?? 'nothing');
  const edits = useLabelEdits();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (start) line.current?.scrollIntoView({ block: 'center' });
  }, [start]);

  /** Back to the line as it was, the focus on the button that led away from it. */
  function settle(): void {
    const left = doing;
    setDoing('nothing');
    requestAnimationFrame(() => line.current?.querySelector<HTMLElement>(`[data-act=${left}]`)?.focus());
  }

  return (
    <li ref={line} className={styles['line']} style={{ '--depth': depth }}>
      <div className={styles['row']}>
        <ColourMenu label={label} onChoose={(colour) => void edits.colour(label, colour)} />
        {doing === 'rename' ? (
          <Renaming label={label} onDone={settle} />
        ) : (
          <>
            <span className={styles['name']} dir="auto" title={label.full_name}>
              {shown}
            </span>
            {label.pending && <span className={styles['soft']}>{words.pending}</span>}
            <span className={styles['soft']} title={words.total({ count: label.thread_count })}>
              <span aria-hidden="true">{number(label.thread_count)}</span>
              <span className="visually-hidden">{words.total({ count: label.thread_count })}</span>
            </span>
            <IconButton
              name={words.renameNamed({ name: label.name })}
              data-act="rename"
              onClick={() => setDoing('rename')}
            >
              <Pencil />
            </IconButton>
            <IconButton
              name={words.removeNamed({ name: label.name })}
              data-act="remove"
              onClick={() => setDoing('remove')}
            >
              <Trash2 />
            </IconButton>
          </>
        )}
      </div>
      {doing === 'remove' && <Removing label={label} onKept={settle} />}
    </li>
  );
}

function Renaming({ label, onDone }: { label: LabelRecord; onDone: () => void }) {
  const [name, setName] = useState(label.name);
  const edits = useLabelEdits();
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
        aria-label={words.newNameOf({ name: label.name })}
        value={name}
        dir="auto"
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={press}
      />
      <Button type="submit">{words.save}</Button>
      <Button look="quiet" onClick={onDone}>
        {words.cancel}
      </Button>
    </form>
  );
}

/** Says what becomes of a label's mail, by the daemon's own count, before the label goes. */
function Removing({ label, onKept }: { label: LabelRecord; onKept: () => void }) {
  const { api } = useParts();
  const edits = useLabelEdits();
  const { data, error } = useQuery({
    queryKey: ['label-removal', label.id],
    queryFn: () => api.labels.remove({ name: label.id, account_id: label.account_id, dry_run: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className={styles['removing']}>
      <p role="status">
        {error && wordsOf(error)}
        {!error &&
          (data
            ? words.losing({
                which: losingKind(data),
                name: label.name,
                messages: data.messages,
                archived: data.archived,
              })
            : words.counting)}
      </p>
      <div className={styles['acts']}>
        <Button ref={keep} onClick={onKept}>
          {words.keep}
        </Button>
        <Button look="primary" disabled={!data} onClick={() => void edits.remove(label)}>
          {words.removeNamed({ name: label.name })}
        </Button>
      </div>
    </div>
  );
}

/** What becomes of a label's mail: none has it, all lies elsewhere as well, all goes to the archive, or some does. */
function losingKind({ messages, archived }: { messages: number; archived: number }): string {
  if (messages === 0) return 'empty';
  if (archived === 0) return 'none';
  return archived === messages ? 'all' : 'some';
}
