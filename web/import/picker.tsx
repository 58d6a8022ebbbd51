import { FileUp } from 'lucide-react';
import { type DragEvent, type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { size } from '../words/formats.ts';
import styles from './import-page.module.css';
import { LeftOutList } from './left-out-list.tsx';
import { droppedFrom, type Picked, pickedFrom, whyLeftOut, withPicked } from './picked.ts';

const words = strings.import;
/** So many names are shown of what was picked. */
const mostNames = 4;

/** Choosing files or a folder, or dropping them, and the folder they go to. */
export function Picker({ takesFocus }: { takesFocus: boolean }) {
  const { importSending } = useParts();
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const [folder, setFolder] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const files = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (takesFocus) files.current?.focus();
  }, [takesFocus]);
  const readable = picked.filter(({ path }) => whyLeftOut(path) === undefined);
  const leftOut = picked.flatMap(({ path }) => {
    const reason = whyLeftOut(path);
    return reason === undefined ? [] : [{ path, reason }];
  });

  function take(added: readonly Picked[]): void {
    setTrouble(added.length === 0 ? words.nothingThere : undefined);
    setPicked((before) => withPicked(before, added));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (readable.length > 0) importSending.send(readable, folder);
    else files.current?.focus();
  }
  function removeAll(): void {
    setPicked([]);
    setTrouble(undefined);
    files.current?.focus();
  }
  const drop = useDrop(take, () => setTrouble(words.notReadable));
  return (
    <form className={styles['card']} aria-label={words.title} onSubmit={submit}>
      <div className={styles['drop']} data-over={drop.isOver || undefined} {...drop.handlers}>
        <FileUp aria-hidden="true" />
        <p>{words.dropHere}</p>
        <div className={styles['choices']}>
          <FileChoice words={words.chooseFiles} input={files} onTake={take} />
          <FileChoice words={words.chooseFolder} isFolder onTake={take} />
        </div>
        <p className={styles['soft']}>{words.readable}</p>
      </div>
      <p role="status" className={picked.length === 0 ? 'visually-hidden' : styles['sum']}>
        {picked.length > 0 && words.picked({ count: readable.length, size: size(sumOf(readable)) })}
      </p>
      {trouble && (
        <p role="alert" className={styles['fault']}>
          {trouble}
        </p>
      )}
      {picked.length > 0 && (
        <>
          <Names picked={readable} />
          <LeftOutList title={words.cannotBeRead} files={leftOut} />
          <div className={styles['line']}>
            <label htmlFor={id}>{words.folder}</label>
            <input
              id={id}
              className={styles['field']}
              value={folder}
              maxLength={200}
              placeholder={words.folderKept}
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => setFolder(target.value)}
            />
            <p id={`${id}-hint`} className={styles['soft']}>
              {words.folderHint}
            </p>
          </div>
          <div className={styles['buttons']}>
            {readable.length > 0 && (
              <Button type="submit" look="primary">
                {words.importThem({ count: readable.length })}
              </Button>
            )}
            <Button look="quiet" onClick={removeAll}>
              {words.removeAll}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

type FileChoiceProps = {
  words: string;
  isFolder?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onTake: (added: readonly Picked[]) => void;
};

/** The browser's own choice of files, which keys and screen readers know, drawn as a button. */
function FileChoice({ words: name, isFolder = false, input, onTake }: FileChoiceProps) {
  return (
    <label className={styles['choice']}>
      <input
        ref={(element) => {
          if (input) input.current = element;
          if (element) element.webkitdirectory = isFolder;
        }}
        type="file"
        multiple
        onChange={({ target }) => {
          onTake(pickedFrom(target.files ?? []));
          // The same may be chosen again after it was removed.
          target.value = '';
        }}
      />
      {name}
    </label>
  );
}

function Names({ picked }: { picked: readonly Picked[] }) {
  if (picked.length === 0) return null;
  const others = picked.length - mostNames;
  return (
    <ul role="list" className={styles['names']} aria-label={words.chosen}>
      {picked.slice(0, mostNames).map(({ path, file }) => (
        <li key={path}>
          <span className={styles['name']} dir="auto" title={path}>
            {path}
          </span>
          <span className={styles['soft']}>{size(file.size)}</span>
        </li>
      ))}
      {others > 0 && <li className={styles['soft']}>{words.andOthers({ count: others })}</li>}
    </ul>
  );
}

function sumOf(picked: readonly Picked[]): number {
  return picked.reduce((sum, { file }) => sum + file.size, 0);
}

function useDrop(take: (added: readonly Picked[]) => void, onFailed: () => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false);
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        droppedFrom(event.dataTransfer.items).then(take, onFailed);
      },
    },
  };
}
