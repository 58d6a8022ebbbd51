import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../daemon/base/log.ts';
import { setEventSeqHeader, sendJson } from '../http/responses.ts';
import type { EventSource } from '../events/source.ts';
import { headerToken } from './auth.ts';
import { decideLocalPage, type LocalPageSettings } from './local-pages.ts';
import { isLoopback } from './loopback.ts';
import type { OneTimeKeys } from './one-time-keys.ts';
import { peerUserId, type ConnectionEnds } from './peer-user.ts';
import { HttpRefusal } from '../http/problem.ts';

type LocalTokenDeps = {
  token: string;
  settings: () => LocalPageSettings & { auto_local_token: boolean };
  oneTimeKeys: Pick<OneTimeKeys, 'redeem'>;
  /** Called for a page of another program on this computer, if the user is to be asked about it. */
  onLocalPage?: ((origin: string) => void) | undefined;
  events: Pick<EventSource, 'range'>;
  log: Log;
};

/**
 * The handshake that gives the token to a program on this machine. The TCP peer decides, because any client can write a
 * header such as X-Forwarded-For: it must be on this machine, and a process of the same user where the system tells the
 * user. A page of another port follows `[bridge].local_pages`. If the handshake is turned off, only a one-time key opens
 * it. Every refusal is the same 404 and not 401, so that it reveals nothing.
 */
export function localTokenRoute(deps: LocalTokenDeps) {
  const { token, settings, oneTimeKeys, onLocalPage, events } = deps;
  const isOwnUser = ownUserCheck(deps);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isLoopback(request.socket.remoteAddress) || !(await isOwnUser(request.socket))) throw notFound();
    const page = decideLocalPage(request, settings());
    if (page.decision === 'ask' && settings().auto_local_token) onLocalPage?.(page.origin);
    if (page.decision !== 'allow') throw notFound();
    const key = headerToken(request);
    const isRedeemed = key !== undefined && oneTimeKeys.redeem(key);
    if (!isRedeemed && !settings().auto_local_token) throw notFound();
    setEventSeqHeader(response, events);
    sendJson(response, 200, { token, source: 'local-handshake' });
  };
}

function notFound(): HttpRefusal {
  return new HttpRefusal(404, 'not_found', 'not found');
}

/** Whether a connection comes from a process of the user who runs the bridge. Only Linux tells it. */
function ownUserCheck({ log }: Pick<LocalTokenDeps, 'log'>): (connection: ConnectionEnds) => Promise<boolean> {
  if (process.platform !== 'linux') return async () => true;
  const reported = new Set<number | undefined>();
  return async (connection) => {
    const userId = await peerUserId(connection);
    if (userId !== undefined && userId === process.geteuid?.()) return true;
    // Once for each user: the log is not to be filled by refused programs.
    if (!reported.has(userId)) {
      reported.add(userId);
      log.warn({ user_id: userId ?? null }, 'The token was refused to a program of another or an unknown user');
    }
    return false;
  };
}
