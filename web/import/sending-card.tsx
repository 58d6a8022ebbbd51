import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { size } from '../words/formats.ts';
import styles from './import-page.module.css';
import { LeftOutList } from './left-out-list.tsx';
import { useLeavingNote, useSendingState } from './use-sending.ts';

const words = strings.import;

/** How far the files are that are given to Posthorn, and what is in the way. */
export function SendingCard() {
  const { importSending } = useParts();
  const { phase, files, bytes, leftOut, trouble } = useSendingState();
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  useLeavingNote(true);
  return (
    <div className={styles['card']}>
      <p ref={title} tabIndex={-1} className={styles['sum']} id="import-sending">
        {phase === 'stopped' ? words.stopped : words.sending}
      </p>
      <progress
        className={styles['bar']}
        aria-labelledby="import-sending"
        {...(phase === 'starting' ? {} : { max: Math.max(1, bytes.all), value: bytes.done })}
      />
      <p className={styles['soft']}>
        {phase === 'starting'
          ? words.starting
          : words.far({ done: files.done, all: files.all, some: size(bytes.done), size: size(bytes.all) })}
      </p>
      {trouble && (
        <p role="alert" className={styles['fault']}>
          {trouble}
        </p>
      )}
      <LeftOutList title={words.cannotBeRead} files={leftOut} />
      <div className={styles['buttons']}>
        {phase === 'stopped' && (
          <Button look="primary" onClick={importSending.retry}>
            {words.tryAgain}
          </Button>
        )}
        <Button onClick={importSending.cancel}>{words.cancel}</Button>
      </div>
    </div>
  );
}
