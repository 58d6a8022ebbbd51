import { orAborted } from '../../../base/abort.ts';
import { ProviderError } from '../../provider.ts';
import type { Connection } from './connection.ts';
import type { AccountPlaces, Place } from './host-budget.ts';
import type { Lane } from './place-rules.ts';
import { TooManyConnections } from './trouble.ts';

/** A connection and its place, which is released when the connection closes. */
export type Held = Connection & { place: Place };

/** Makes connections of one account. Throws a `ProviderError` or the signal's reason. */
export type Door = (lane: Lane, signal: AbortSignal) => Promise<Held>;

/** Servers count a connection a moment longer than it lasts. */
const lingerMs = 200;

type Parts = {
  host: string;
  places: AccountPlaces;
  connect: (lane: Lane, signal: AbortSignal) => Promise<Connection>;
};

/**
 * The one way to the server: it waits for a place and signs in. While no connection stands only one at a time knocks, and
 * once the password was refused nobody does any more: several wrong sign-ins get an account locked.
 */
export function openDoor({ host, places, connect }: Parts): Door {
  const standing = new Set<Connection>();
  let refusal: ProviderError | undefined;
  let knocking: Promise<void> | undefined;

  const knock = async (lane: Lane, signal: AbortSignal): Promise<Connection> => {
    try {
      return await connect(lane, signal);
    } catch (error) {
      if (!isAuth(error)) throw error;
      // Beside a connection that was let in with the same password, it cannot be the password.
      if (standing.size > 0) throw new TooManyConnections(host, error.message, error);
      refusal = error;
      throw error;
    } finally {
      knocking = undefined;
    }
  };

  const signIn = async (lane: Lane, signal: AbortSignal): Promise<Connection> => {
    while (standing.size === 0 && knocking) await orAborted(knocking, signal);
    signal.throwIfAborted();
    if (refusal) throw refusal;
    const connection = knock(lane, signal);
    // Whoever waits knocks next and learns of its own failure.
    knocking = connection.then(noop, noop);
    return connection;
  };

  return async function open(lane, signal): Promise<Held> {
    if (refusal) throw refusal;
    const place = await places.take(lane, signal);
    try {
      const connection = await signIn(lane, signal);
      place.confirm();
      standing.add(connection);
      connection.client.once('close', () => {
        standing.delete(connection);
        setTimeout(place.release, lingerMs).unref();
      });
      return { ...connection, place };
    } catch (error) {
      const mayTryLater = error instanceof TooManyConnections && place.refuse();
      place.release();
      // What the user waits for has another way, over the line that syncs.
      if (mayTryLater && lane !== 'user') return open(lane, signal);
      throw error;
    }
  };
}

function isAuth(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.reason === 'auth';
}

function noop(): void {}
