import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleMinus, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { Summary } from '../../design/controls/summary.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { formatAgo } from '../../i18n/formats.ts';
import styles from './import-mail.module.css';
import { SkippedFiles } from './skipped-files.tsx';
import { isOpen, type MailImport, problemsQuery } from './queries.ts';
import { useImportUploadState } from './use-import-upload.ts';

const t = strings.import;

type ImportRowProps = {
  each: MailImport;
  /** Whether it was started on this page: then its progress is announced. */
  isOurs: boolean;
  takesFocus: boolean;
};

/** An import with its progress or its result. */
export function ImportRow({ each, isOurs, takesFocus }: ImportRowProps) {
  const { folder, failed, cancelled, state, error } = each;
  const { skipped } = useImportUploadState();
  const now = useNow().getTime();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const end = isOpen(each) ? 'open' : cancelled ? 'cancelled' : state === 'failed' ? 'badly' : 'well';
  const StateIcon = stateIcons[end];
  return (
    <li className={styles['import']}>
      <StateIcon aria-hidden="true" className={styles['mark']} data-end={end} />
      <div className={styles['about']}>
        <h3 ref={title} tabIndex={-1} dir="auto">
          {each.name ?? t.several}
        </h3>
        {folder !== null && (
          <p className={styles['soft']} dir="auto">
            {t.into({ folder })}
          </p>
        )}
        <p role={isOurs ? 'status' : undefined}>{t.end[end](countsOf(each))}</p>
        {error !== null && <p className={end === 'badly' ? styles['fault'] : styles['soft']}>{error}</p>}
        {isOpen(each) ? (
          <progress
            className={styles['bar']}
            aria-label={t.progress}
            {...(each.total > 0 ? { max: each.total, value: doneOf(each) } : {})}
          />
        ) : (
          <p className={styles['soft']}>{formatAgo(Date.parse(each.ended_at ?? each.begun_at), now)}</p>
        )}
        {isOurs && <SkippedFiles title={t.notSent} files={skipped} />}
        {failed > 0 && <Problems import_id={each.import_id} count={failed} />}
        <div className={styles['buttons']}>
          {isOpen(each) && each.job_id !== null && <Cancel job_id={each.job_id} />}
          <ToMail each={each} />
        </div>
      </div>
    </li>
  );
}

const stateIcons = { open: LoaderCircle, well: CircleCheck, badly: CircleAlert, cancelled: CircleMinus };

function doneOf({ added, known, failed }: MailImport): number {
  return added + known + failed;
}

function countsOf(each: MailImport) {
  const { added, known, failed, passed_over: other, total } = each;
  return { added, known, failed, other, total, done: doneOf(each) };
}

function Cancel({ job_id }: { job_id: string }) {
  const { api } = useServices();
  const { runOnce, isPending, isDone } = useAction({ affects: ['jobs'] });
  const end = () => runOnce(() => api.jobs.cancel({ job_id }), strings.jobs.notCancelled);
  return (
    // The import continues for a while after it was cancelled.
    <Button isBusy={isPending || isDone} onClick={() => void end()}>
      {t.cancelImport}
    </Button>
  );
}

/** The link to the imported mail; absent if nothing was imported. */
function ToMail({ each: { added, known, label_id, account_id } }: { each: MailImport }) {
  if (added + known === 0 || account_id === null) return null;
  return label_id === null ? (
    <Link to="/search" search={{ q: 'in:all_mail', account: account_id }} className={styles['link']}>
      {t.toMail}
    </Link>
  ) : (
    <Link to="/label/$labelId" params={{ labelId: label_id }} className={styles['link']}>
      {t.toMail}
    </Link>
  );
}

function Problems({ import_id, count }: { import_id: string; count: number }) {
  const { api } = useServices();
  const [isExpanded, setIsExpanded] = useState(false);
  const { data } = useQuery({ ...problemsQuery(api, import_id), enabled: isExpanded });
  return (
    <details className={styles['details']} onToggle={({ currentTarget }) => setIsExpanded(currentTarget.open)}>
      <Summary>{t.problems({ count })}</Summary>
      {data && (
        <SkippedFiles
          title={t.withTrouble}
          isTitled={false}
          files={data.map(({ file, reason }) => ({ path: file, reason }))}
        />
      )}
    </details>
  );
}
