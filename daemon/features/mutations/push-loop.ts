import type { Log } from '../../base/log.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import { bellWith } from '../../base/bell.ts';
import type { Account } from '../../mail/accounts.ts';
import { noteJobsWait } from '../../mail/mutations/completion.ts';
import { pushSome, type PushParts } from '../../mail/mutations/push.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';

export type PushLoop = Loop & {
  /** There may be something to tell the server. One that is out of reach is not knocked at the more often for it. */
  ring(): void;
  /** The server can be reached, or a pass has told what it has. */
  reached(): void;
};

export type PushLoopParts = PushParts & {
  log: Log;
  account: Account;
  /** The account's line to its server, once it has one. */
  provider: () => Provider | undefined;
  /** Asks for a sync pass, which tells what the server has. */
  wantsPass: () => void;
};

/** A server that is out of reach is knocked at once a minute. */
const longestWait = 60_000;

/** Tells one account's server what is done to its mail, in order, whenever it can be reached. */
export function pushLoop(parts: PushLoopParts): PushLoop {
  const { account, provider, wantsPass, clock, log, db } = parts;
  const bell = bellWith(clock);
  let failures = 0;
  let isHeld = false;
  let hasAskedForPass = false;

  const pushAll = async (signal: AbortSignal): Promise<number | undefined> => {
    for (;;) {
      const line = provider();
      if (signal.aborted) return undefined;
      if (!line) {
        noteJobsWait(
          { db, clock },
          account.id,
          `${account.name} is not connected to its server. It goes on by itself.`,
        );
        return undefined;
      }
      const pushed = await pushSome(parts, { account, provider: line }, signal);
      failures = 0;
      if (pushed === 'more') continue;
      if (pushed === 'unsure' && !hasAskedForPass) wantsPass();
      hasAskedForPass = pushed === 'unsure';
      return undefined;
    }
  };

  const failed = (thrown: unknown): number => {
    const isTrouble = thrown instanceof ProviderError;
    const reason = isTrouble ? thrown.message : 'Posthorn made a mistake; it tries again.';
    log[isTrouble ? 'info' : 'error'](
      {
        account: account.account_id,
        err: isTrouble ? undefined : thrown,
        reason: isTrouble ? thrown.reason : undefined,
      },
      'what was done could not be told to the server yet',
    );
    noteJobsWait({ db, clock }, account.id, reason);
    return backoff(failures++, { most: longestWait });
  };

  return {
    name: `push ${account.key ?? account.account_id}`,
    ring: () => void (isHeld || bell.ring()),
    reached() {
      hasAskedForPass = false;
      bell.ring();
    },
    async run(signal) {
      while (!signal.aborted) {
        const waitMs = await pushAll(signal).catch((thrown: unknown) => (signal.aborted ? undefined : failed(thrown)));
        isHeld = waitMs !== undefined;
        if (isHeld) bell.hush();
        await bell.wait(waitMs, signal);
        isHeld = false;
      }
    },
  };
}
