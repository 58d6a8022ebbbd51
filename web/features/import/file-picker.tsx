import { FileUp } from 'lucide-react';
import { type DragEvent, type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { formatSize } from '../../i18n/formats.ts';
import { useImportUpload } from './use-import-upload.ts';
import styles from './import-mail.module.css';
import { SkippedFiles } from './skipped-files.tsx';
import { droppedFrom, type Picked, pickedFrom, skipReason, withPicked } from '../../data/import/picked-files.ts';

const t = strings.import;
/** The number of picked names that are shown. */
const maxNames = 4;

/** Chooses files or a folder, also by drag and drop, and the target folder. */
export function FilePicker({ takesFocus }: { takesFocus: boolean }) {
  const importUpload = useImportUpload();
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const [folder, setFolder] = useState('');
  const [problem, setProblem] = useState<string>();
  const files = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) files.current?.focus();
  }, [takesFocus]);
  const readable = picked.filter(({ path }) => skipReason(path) === undefined);
  const leftOut = picked.flatMap(({ path }) => {
    const reason = skipReason(path);
    return reason === undefined ? [] : [{ path, reason }];
  });

  function addFiles(added: readonly Picked[]): void {
    setProblem(added.length === 0 ? t.nothingThere : undefined);
    setPicked((before) => withPicked(before, added));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (readable.length > 0) importUpload.send(readable, folder);
    else files.current?.focus();
  }
  function removeAll(): void {
    setPicked([]);
    setProblem(undefined);
    files.current?.focus();
  }
  const drop = useDrop(addFiles, () => setProblem(t.notReadable));
  return (
    <form className={styles['card']} aria-label={t.title} onSubmit={submit}>
      <div className={styles['drop']} data-over={drop.isOver || undefined} {...drop.handlers}>
        <FileUp aria-hidden="true" />
        <p>{t.dropHere}</p>
        <div className={styles['choices']}>
          <FileChoice label={t.chooseFiles} input={files} onFiles={addFiles} />
          <FileChoice label={t.chooseFolder} isFolder onFiles={addFiles} />
        </div>
        <p className={styles['soft']}>{t.readable}</p>
      </div>
      <p role="status" className={picked.length === 0 ? 'visually-hidden' : styles['sum']}>
        {picked.length > 0 && t.picked({ count: readable.length, size: formatSize(sumOf(readable)) })}
      </p>
      {problem && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {picked.length > 0 && (
        <>
          <Names picked={readable} />
          <SkippedFiles title={t.cannotBeRead} files={leftOut} />
          <TargetFolder folder={folder} onFolder={setFolder} />
          <div className={styles['buttons']}>
            {readable.length > 0 && (
              <Button type="submit" look="primary">
                {t.importThem({ count: readable.length })}
              </Button>
            )}
            <Button look="quiet" onClick={removeAll}>
              {t.removeAll}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** The folder into which the mail is imported. */
function TargetFolder({ folder, onFolder }: { folder: string; onFolder: (folder: string) => void }) {
  const id = useId();
  return (
    <div className={styles['line']}>
      <label htmlFor={id}>{t.folder}</label>
      <input
        id={id}
        className={styles['field']}
        value={folder}
        maxLength={200}
        placeholder={t.folderKept}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onFolder(target.value)}
      />
      <p id={`${id}-hint`} className={styles['soft']}>
        {t.folderHint}
      </p>
    </div>
  );
}

type FileChoiceProps = {
  label: string;
  isFolder?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onFiles: (added: readonly Picked[]) => void;
};

/** The file input of the browser, styled as a button, which works with keyboard and screen readers. */
function FileChoice({ label: name, isFolder = false, input, onFiles }: FileChoiceProps) {
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
          onFiles(pickedFrom(target.files ?? []));
          // Reset, so that the same files can be chosen again.
          target.value = '';
        }}
      />
      {name}
    </label>
  );
}

function Names({ picked }: { picked: readonly Picked[] }) {
  if (picked.length === 0) return null;
  const others = picked.length - maxNames;
  return (
    <ul role="list" className={styles['names']} aria-label={t.chosen}>
      {picked.slice(0, maxNames).map(({ path, file }) => (
        <li key={path}>
          <span className={styles['name']} dir="auto" title={path}>
            {path}
          </span>
          <span className={styles['soft']}>{formatSize(file.size)}</span>
        </li>
      ))}
      {others > 0 && <li className={styles['soft']}>{t.andOthers({ count: others })}</li>}
    </ul>
  );
}

function sumOf(picked: readonly Picked[]): number {
  return picked.reduce((sum, { file }) => sum + file.size, 0);
}

function useDrop(onDrop: (added: readonly Picked[]) => void, onFailed: () => void) {
  const [isDragOver, setDragOver] = useState(false);
  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDragOver(true);
  };
  return {
    isOver: isDragOver,
    handlers: {
      onDragEnter: handleDragOver,
      onDragOver: handleDragOver,
      onDragLeave: () => setDragOver(false),
      onDrop(event: DragEvent) {
        setDragOver(false);
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        droppedFrom(event.dataTransfer.items).then(onDrop, onFailed);
      },
    },
  };
}
