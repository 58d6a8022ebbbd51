import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';

export type TellParts = { clock: Clock; announce: (announcement: Announcement) => void };

/** From this many bytes on, progress is told, every so many bytes. */
const worthTelling = 5_000_000;
const tellEvery = 1_000_000;

/** Tells how far a large attachment has come from the server. */
export function fetchTeller(
  { announce, clock }: TellParts,
  { account_id, filename, bytes: total }: { account_id: string; filename: string; bytes: number },
) {
  const operation = { operation_id: timeId(clock.now()), operation: 'download', account_id };
  const words = `Fetching ${filename} from the mail server`;
  let told = -1;
  const isTold = () => told >= 0;
  return {
    at(bytes: number) {
      if (total < worthTelling || (isTold() && bytes < told + tellEvery)) return;
      if (!isTold()) announce({ ...operation, event: 'OperationStarted', message: words });
      told = bytes;
      announce({ ...operation, event: 'OperationProgress', current: bytes, total, message: words });
    },
    end() {
      if (isTold()) announce({ ...operation, event: 'OperationCompleted', message: `${filename} is here` });
    },
    fail(failure: unknown) {
      if (!isTold()) return;
      const error = failure instanceof Failure ? failure.message : 'The attachment could not be fetched.';
      const retryable = failure instanceof Failure && failure.retryable;
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}
