import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DesktopBridge, ProblemFiles } from '../../daemon/contract/desktop.ts';
import { appErrorMessage, desktopBridge } from '../api/desktop.ts';
import { Button } from '../design/controls/button.tsx';
import { Checkbox } from '../design/controls/checkbox.tsx';
import { Dialog } from '../design/overlays/dialog.tsx';
import { errorText } from '../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../design/feedback/skeleton.tsx';
import { useServices } from './services.ts';
import { saveFile } from './save-file.ts';
import { formatSize } from '../i18n/formats.ts';
import { strings } from '../i18n/strings.ts';
import styles from './bug-report-dialog.module.css';
import { useAction } from './use-action.ts';
import { bugReportQuery } from './queries/diagnostics.ts';

const t = strings.diagnostics;

/** Shows the text of a public bug report, so that the user reads it before copying it. */
export function BugReportDialog({ onClose }: { onClose: () => void }) {
  const { api } = useServices();
  const { data, error } = useQuery(bugReportQuery(api));
  return (
    <Dialog title={t.bugReport} hint={t.bugReportHint} width={720} onClose={onClose}>
      {error && <p role="alert">{errorText(error)}</p>}
      {!data && !error && (
        <Skeleton label={t.looking}>
          {[40, 90, 70, 80, 60].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} style={{ margin: '10px 0' }} />
          ))}
        </Skeleton>
      )}
      {data && <Report text={data} />}
    </Dialog>
  );
}

function Report({ text: daemonText }: { text: string }) {
  const bridge = desktopBridge();
  const files = useQuery({
    queryKey: ['app', 'problem'],
    queryFn: () => bridge?.problemFiles(),
    enabled: bridge !== undefined,
  }).data;
  const log = files?.log ?? [];
  const text =
    log.length === 0 ? daemonText : `${daemonText}\n## The app\n\n${log.map((line) => `- ${line}\n`).join('')}`;
  return (
    <>
      <CopyButton text={text} bridge={bridge} />
      {bridge && files && <ReportFolder text={text} files={files} bridge={bridge} />}
      <pre className={styles['report']}>{text}</pre>
    </>
  );
}

/** In the app: what its folder contains, before it is saved. */
function ReportFolder({ text, files, bridge }: { text: string; files: ProblemFiles; bridge: DesktopBridge }) {
  const { runAction, isPending } = useAction();
  const [withCrashFiles, setWithCrashFiles] = useState(false);
  const { crashFiles } = files;
  const bytes = crashFiles.reduce((sum, each) => sum + each.bytes, 0);
  return (
    <div className={styles['folder']}>
      <p>{t.folderHint}</p>
      {crashFiles.length > 0 && (
        <Checkbox
          label={t.crashFiles({ count: crashFiles.length, size: formatSize(bytes) })}
          isOn={withCrashFiles}
          onChange={async (isOn) => setWithCrashFiles(isOn)}
        />
      )}
      {crashFiles.length > 0 && <p className={styles['outcome']}>{t.crashFilesHint}</p>}
      <Button
        isBusy={isPending}
        onClick={() =>
          void runAction(() => bridge.saveProblemReport({ text, withCrashFiles }), t.folderNotSaved, appErrorMessage)
        }
      >
        {t.saveFolder}
      </Button>
    </div>
  );
}

function CopyButton({ text, bridge }: { text: string; bridge: DesktopBridge | undefined }) {
  const [outcome, setOutcome] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(t.copied),
      // Some browsers deny access to the clipboard.
      () => setOutcome(t.notCopied),
    );
  return (
    <div className={styles['copying']}>
      <Button look="primary" onClick={() => void copy()}>
        {t.copy}
      </Button>
      {!bridge && (
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/markdown' }), 'posthorn-bug-report.md')}>
          {t.saveReport}
        </Button>
      )}
      <span role="status" className={styles['outcome']}>
        {outcome}
      </span>
    </div>
  );
}
