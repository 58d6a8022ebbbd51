import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleMinus, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { ago } from '../words/formats.ts';
import styles from './import-page.module.css';
import { LeftOutList } from './left-out-list.tsx';
import { isOpen, type MailImport, problemsQuery } from './queries.ts';
import { useSendingState } from './use-sending.ts';

const words = strings.import;

type ImportRowProps = {
  each: MailImport;
  /** Whether it was started here: then it is told as it goes on. */
  isOurs: boolean;
  takesFocus: boolean;
};

/** An import: how far it is, or what came of it. */
export function ImportRow({ each, isOurs, takesFocus }: ImportRowProps) {
  const { folder, failed, cancelled, state, error } = each;
  const { leftOut } = useSendingState();
  const now = useNow().getTime();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const end = isOpen(each) ? 'open' : cancelled ? 'cancelled' : state === 'failed' ? 'badly' : 'well';
  const Mark = marks[end];
  return (
    <li className={styles['import']}>
      <Mark aria-hidden="true" className={styles['mark']} data-end={end} />
      <div className={styles['about']}>
        <h3 ref={title} tabIndex={-1} dir="auto">
          {each.name ?? words.several}
        </h3>
        {folder !== null && (
          <p className={styles['soft']} dir="auto">
            {words.into({ folder })}
          </p>
        )}
        <p role={isOurs ? 'status' : undefined}>{words.end[end](countsOf(each))}</p>
        {error !== null && <p className={end === 'badly' ? styles['fault'] : styles['soft']}>{error}</p>}
        {isOpen(each) ? (
          <progress
            className={styles['bar']}
            aria-label={words.progress}
            {...(each.total > 0 ? { max: each.total, value: doneOf(each) } : {})}
          />
        ) : (
          <p className={styles['soft']}>{ago(Date.parse(each.ended_at ?? each.begun_at), now)}</p>
        )}
        {isOurs && <LeftOutList title={words.notSent} files={leftOut} />}
        {failed > 0 && <Problems import_id={each.import_id} count={failed} />}
        <div className={styles['buttons']}>
          {isOpen(each) && each.job_id !== null && <Cancel job_id={each.job_id} />}
          <ToMail each={each} />
        </div>
      </div>
    </li>
  );
}

const marks = { open: LoaderCircle, well: CircleCheck, badly: CircleAlert, cancelled: CircleMinus };

function doneOf({ added, known, failed }: MailImport): number {
  return added + known + failed;
}

function countsOf(each: MailImport) {
  const { added, known, failed, passed_over: other, total } = each;
  return { added, known, failed, other, total, done: doneOf(each) };
}

function Cancel({ job_id }: { job_id: string }) {
  const { api } = useParts();
  const tried = useTrying('jobs');
  const [isEnding, setEnding] = useState(false);
  async function end(): Promise<void> {
    setEnding(true);
    if (!(await tried(() => api.jobs.cancel({ job_id }), strings.jobs.notCancelled))) setEnding(false);
  }
  return (
    <Button isBusy={isEnding} onClick={() => void end()}>
      {words.cancelImport}
    </Button>
  );
}

/** The way to what came in; there is none where nothing did. */
function ToMail({ each: { added, known, label_id, account_id } }: { each: MailImport }) {
  if (added + known === 0 || account_id === null) return null;
  return label_id === null ? (
    <Link to="/search" search={{ q: 'in:all_mail', account: account_id }} className={styles['link']}>
      {words.toMail}
    </Link>
  ) : (
    <Link to="/label/$labelId" params={{ labelId: label_id }} className={styles['link']}>
      {words.toMail}
    </Link>
  );
}

function Problems({ import_id, count }: { import_id: string; count: number }) {
  const { api } = useParts();
  const [isWanted, setWanted] = useState(false);
  const { data } = useQuery({ ...problemsQuery(api, import_id), enabled: isWanted });
  return (
    <details className={styles['details']} onToggle={({ currentTarget }) => setWanted(currentTarget.open)}>
      <summary>{words.problems({ count })}</summary>
      {data && (
        <LeftOutList
          title={words.withTrouble}
          isTitled={false}
          files={data.map(({ file, reason }) => ({ path: file, reason }))}
        />
      )}
    </details>
  );
}
