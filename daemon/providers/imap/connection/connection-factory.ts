import { orRejectOnAbort } from '../../../base/abort.ts';
import { ProviderError } from '../../provider.ts';
import type { Connection } from './connection.ts';
import type { AccountSlots } from './host-budget.ts';
import type { ConnectionPurpose } from './slot-rules.ts';
import { TooManyConnections } from './errors.ts';
import type { PooledConnection } from './pooled-connection.ts';

/** Opens connections of one account. Throws a `ProviderError` or the signal's reason. */
export type ConnectionFactory = (purpose: ConnectionPurpose, signal: AbortSignal) => Promise<PooledConnection>;

/** Servers count a connection for a moment after it is closed. */
const lingerMs = 200;

type ConnectionFactoryDeps = {
  host: string;
  slots: AccountSlots;
  connect: (purpose: ConnectionPurpose, signal: AbortSignal) => Promise<Connection>;
};

/**
 * The only way to connect: it waits for a slot and signs in. While no connection exists, only one attempt runs at a time,
 * and after a refused password there are none: several wrong sign-ins can lock an account.
 */
export function createConnectionFactory({ host, slots, connect }: ConnectionFactoryDeps): ConnectionFactory {
  const openConnections = new Set<Connection>();
  let passwordError: ProviderError | undefined;
  let signingIn: Promise<void> | undefined;

  const connectChecked = async (purpose: ConnectionPurpose, signal: AbortSignal): Promise<Connection> => {
    try {
      return await connect(purpose, signal);
    } catch (error) {
      if (!isAuth(error)) throw error;
      // If another connection with the same password exists, the password is correct. A sign-in in the browser may end.
      if (openConnections.size > 0 && error.kind !== 'expired_sign_in')
        throw new TooManyConnections(host, error.message, error);
      passwordError = error;
      throw error;
    } finally {
      signingIn = undefined;
    }
  };

  const signIn = async (purpose: ConnectionPurpose, signal: AbortSignal): Promise<Connection> => {
    while (openConnections.size === 0 && signingIn) await orRejectOnAbort(signingIn, signal);
    signal.throwIfAborted();
    if (passwordError) throw passwordError;
    const connection = connectChecked(purpose, signal);
    // The next waiting attempt runs and reports its own failure.
    signingIn = connection.then(noop, noop);
    return connection;
  };

  return async function open(purpose, signal): Promise<PooledConnection> {
    if (passwordError) throw passwordError;
    const slot = await slots.acquire(purpose, signal);
    try {
      const connection = await signIn(purpose, signal);
      slot.confirm();
      openConnections.add(connection);
      connection.client.once('close', () => {
        openConnections.delete(connection);
        setTimeout(slot.release, lingerMs).unref();
      });
      return { ...connection, slot };
    } catch (error) {
      const mayTryLater = error instanceof TooManyConnections && slot.rejectAndRelease();
      slot.release();
      // User actions can use the sync connection instead.
      if (mayTryLater && purpose !== 'user') return open(purpose, signal);
      throw error;
    }
  };
}

function isAuth(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.reason === 'auth';
}

function noop(): void {}
