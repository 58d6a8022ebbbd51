import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';

export type TellParts = { clock: Clock; announce: (announcement: Announcement) => void };

/** A file that comes from its server, or is saved; `bytes` is how large it is as one or the other. */
type Told = { account_id: string; attachment_id: string; filename: string; bytes: number };

export type FileTeller = {
  /** So many bytes of it are there. */
  at(bytes: number): void;
  end(): void;
  cancel(): void;
  fail(failure: unknown): void;
};

/** From this many bytes on, progress is told, every so many bytes. */
const worthTelling = 5_000_000;
const tellEvery = 1_000_000;

/** Tells how far a large attachment has come from the server. */
export function fetchTeller(parts: TellParts, file: Told): FileTeller {
  return fileTeller(parts, file, {
    operation: 'download',
    begins: `Fetching ${file.filename} from the mail server`,
    ended: `${file.filename} is here`,
    failed: 'The attachment could not be fetched.',
  });
}

/** Tells how far a large attachment has been written into the download folder. */
export function saveTeller(parts: TellParts, file: Told): FileTeller {
  return fileTeller(parts, file, {
    operation: 'save',
    begins: `Saving ${file.filename} into the download folder`,
    ended: `${file.filename} is saved`,
    failed: 'The attachment could not be saved.',
  });
}

type Words = { operation: string; begins: string; ended: string; failed: string };

function fileTeller(
  { announce, clock }: TellParts,
  { account_id, attachment_id, bytes: total }: Told,
  words: Words,
): FileTeller {
  const operation = {
    operation_id: timeId(clock.now()),
    operation: words.operation,
    account_id,
    attachment_id,
  };
  const message = words.begins;
  let told = -1;
  const isTold = () => told >= 0;
  return {
    at(bytes) {
      if (total < worthTelling || (isTold() && bytes < told + tellEvery)) return;
      if (!isTold()) announce({ ...operation, event: 'OperationStarted', message });
      told = bytes;
      announce({ ...operation, event: 'OperationProgress', current: bytes, total, message });
    },
    end() {
      if (isTold()) announce({ ...operation, event: 'OperationCompleted', message: words.ended });
    },
    cancel() {
      if (isTold()) announce({ ...operation, event: 'OperationCancelled', message });
    },
    fail(failure) {
      if (!isTold()) return;
      const error = failure instanceof Failure ? failure.message : words.failed;
      const retryable = failure instanceof Failure && failure.retryable;
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}
