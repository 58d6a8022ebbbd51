import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';

export type ProgressDeps = { clock: Clock; announce: (announcement: Announcement) => void };

/** A file that is fetched from its server or saved; `bytes` is its size in that form. */
type TransferredFile = { account_id: string; attachment_id: string; filename: string; bytes: number };

export type TransferProgress = {
  /** This many bytes are transferred. */
  update(bytes: number): void;
  complete(): void;
  cancel(): void;
  fail(failure: unknown): void;
};

/** Progress is announced for files of at least this size, each time this many bytes were transferred. */
const minReportedBytes = 5_000_000;
const reportIntervalBytes = 1_000_000;

/** Announces the progress of fetching a large attachment from the server. */
export function fetchProgress(deps: ProgressDeps, file: TransferredFile): TransferProgress {
  return transferProgress(deps, file, {
    operation: 'download',
    started: `Downloading ${file.filename} from the mail server`,
    completed: `Downloaded ${file.filename}`,
    failed: 'Couldn’t download the attachment.',
  });
}

/** Announces the progress of writing a large attachment into the download folder. */
export function saveProgress(deps: ProgressDeps, file: TransferredFile): TransferProgress {
  return transferProgress(deps, file, {
    operation: 'save',
    started: `Saving ${file.filename} to the downloads folder`,
    completed: `Saved ${file.filename}`,
    failed: 'Couldn’t save the attachment.',
  });
}

type ProgressTexts = { operation: string; started: string; completed: string; failed: string };

function transferProgress(
  { announce, clock }: ProgressDeps,
  { account_id, attachment_id, bytes: total }: TransferredFile,
  texts: ProgressTexts,
): TransferProgress {
  const operation = {
    operation_id: timeId(clock.now()),
    operation: texts.operation,
    account_id,
    attachment_id,
  };
  const message = texts.started;
  let reportedBytes = -1;
  const isReported = () => reportedBytes >= 0;
  return {
    update(bytes) {
      if (total < minReportedBytes || (isReported() && bytes < reportedBytes + reportIntervalBytes)) return;
      if (!isReported()) announce({ ...operation, event: 'OperationStarted', message });
      reportedBytes = bytes;
      announce({ ...operation, event: 'OperationProgress', current: bytes, total, message });
    },
    complete() {
      if (isReported()) announce({ ...operation, event: 'OperationCompleted', message: texts.completed });
    },
    cancel() {
      if (isReported()) announce({ ...operation, event: 'OperationCancelled', message });
    },
    fail(failure) {
      if (!isReported()) return;
      const error = failure instanceof Failure ? failure.message : texts.failed;
      const retryable = failure instanceof Failure && failure.retryable;
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}
