import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import { formatInteger } from '../../base/numbers.ts';
import type { Announcement } from '../../contract/events.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { OpenFeature } from '../../feature.ts';
import type { Caller, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import type { ReadableMessage } from '../../mail/assist/readable-messages.ts';
import {
  measureMessages,
  minMessages,
  saveVoiceProfile,
  sentMessages,
  storedVoiceProfile,
  voiceProfileOf,
  type MeasuredMessage,
  type VoiceProfile,
} from '../../mail/assist/voice/profile.ts';
import { startJob } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';
import type { voiceRequests } from './contract.ts';

type VoiceDeps = {
  db: WriteDb;
  clock: Clock;
  announce: (announcement: Announcement) => void;
  /** Reads messages (internal ids) on a worker. */
  readMessages: (messages: readonly number[]) => Promise<ReadableMessage[]>;
};

type ProfileRecord = ReplyOf<(typeof voiceRequests)['get']>['profile'];

/** So many messages are read at once, which limits the wait of other readers. */
const batchSize = 20;

export function voiceFeature(deps: VoiceDeps): OpenFeature<typeof voiceRequests> {
  /** The accounts that are being measured, and the jobs that were cancelled. */
  const running = new Map<number, { job_id: string; isCancelled: boolean }>();
  return {
    handlers: {
      get({ account_id }, { db, accounts }) {
        const account = requireAccount(accounts, account_id);
        return {
          kind: 'UserVoice',
          profile: recordOf(storedVoiceProfile(db, account.id), account),
          min_messages: minMessages,
        };
      },
      async rebuild({ account_id }, { accounts, caller }) {
        const account = requireAccount(accounts, account_id);
        const { job_id, profile, messages_read } = await rebuild(deps, { account, caller, running });
        return {
          kind: 'UserVoice',
          profile: recordOf(profile, account),
          min_messages: minMessages,
          job_id,
          messages_read,
        };
      },
    },
    cancel(job_id) {
      const found = [...running.values()].find((each) => each.job_id === job_id);
      if (found) found.isCancelled = true;
      return found !== undefined;
    },
  };
}

type Rebuild = { account: Account; caller: Caller; running: Map<number, { job_id: string; isCancelled: boolean }> };

async function rebuild(
  deps: VoiceDeps,
  { account, caller, running }: Rebuild,
): Promise<{ job_id: string; profile: VoiceProfile | undefined; messages_read: number }> {
  if (running.has(account.id)) throw alreadyRunning();
  const { db, clock, announce } = deps;
  const actor = actorOf(caller);
  const job = startJob(deps, { kind: 'voice.rebuild', accounts: [account], actor });
  const state = { job_id: job.job_id, isCancelled: false };
  const operation = { operation_id: job.job_id, operation: 'rebuild-voice', actor, account_id: account.account_id };
  running.set(account.id, state);
  announce({ ...operation, event: 'OperationStarted', message: 'Measuring sent mail' });
  try {
    const messages = sentMessages(db, account.id);
    const measured: MeasuredMessage[] = [];
    for (let at = 0; at < messages.length; at += batchSize) {
      if (state.isCancelled) throw cancelled();
      measured.push(...measureMessages(await deps.readMessages(messages.slice(at, at + batchSize))));
      const current = Math.min(messages.length, at + batchSize);
      job.progress({ total: messages.length, succeeded: current });
      const message = `Measuring sent mail: ${formatInteger(current)} of ${formatInteger(messages.length)} messages`;
      announce({ ...operation, event: 'OperationProgress', current, total: messages.length, message });
    }
    const profile = voiceProfileOf(measured, instantOf(clock.now()));
    db.transaction(() => saveVoiceProfile(db, account.id, profile));
    job.finish();
    announce({
      ...operation,
      event: 'OperationCompleted',
      message: `${formatInteger(measured.length)} messages were measured.`,
    });
    return { job_id: job.job_id, profile, messages_read: messages.length };
  } catch (failed) {
    endJob(failed);
    throw failed;
  } finally {
    running.delete(account.id);
  }

  function endJob(failed: unknown): void {
    if (state.isCancelled) {
      job.cancel('The earlier profile is kept.');
      announce({ ...operation, event: 'OperationCancelled', message: 'The earlier profile is kept.' });
    } else {
      const error = failureSentence('Your writing style couldn’t be read', failed);
      job.finish(error);
      announce({ ...operation, event: 'OperationFailed', error, retryable: true });
    }
  }
}

function recordOf(profile: VoiceProfile | undefined, { account_id }: Account): ProfileRecord {
  return profile ? { account_id, ...profile } : null;
}

function cancelled(): Failure {
  return new Failure('conflict', 'rebuild_cancelled', 'Measuring was cancelled. The earlier profile is kept.');
}

function alreadyRunning(): Failure {
  return new Failure('conflict', 'rebuild_running', 'The sent mail of this account is already being measured.');
}
