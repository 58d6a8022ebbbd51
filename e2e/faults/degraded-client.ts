import { once } from 'node:events';
import { WebSocket } from 'ws';

/** What a client asks for when it starts (wire-contract, section 13), and a change. */
const requests = [
  'GET /client/shell',
  'GET /mail/mailbox',
  'GET /mail/search?q=x',
  'GET /mail/drafts',
  'GET /mail/sync/status',
  'GET /platform/accounts',
  'GET /admin/status',
  'GET /openapi.json',
  'POST /mail/sync',
];

/**
 * Connects to a degraded daemon as a client that knows the addresses and replies of the specification only: it fetches the
 * token, asks for what it shows first, tries a change, and listens to events. Returns a sentence for each reply that such a
 * client cannot handle.
 */
export async function connectToDegraded(port: number): Promise<string[]> {
  const api = `http://127.0.0.1:${port}/api/v1`;
  const handshake = await fetch(`${api}/auth/local-token`);
  const { token } = (await handshake.json()) as { token?: string };
  if (token === undefined) return [`/auth/local-token was answered with ${handshake.status}.`];
  const health = (await (await fetch(`${api}/health`)).json()) as { degraded?: boolean };
  const found = health.degraded === true ? [] : ['/health does not say that the daemon is degraded.'];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (method: string, path: string, body: string | null = null) => {
    const answer = await fetch(api + path, { method, headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  const listed = firstMessageIn((await ask('GET', '/mail/mailbox?view=messages')).text);
  const star = `POST /mail/mutations/star ${JSON.stringify({ message_ids: [listed], starred: true })}`;
  for (const request of listed === undefined ? requests : [...requests, star]) {
    const [method = '', path = '', body] = request.split(' ');
    const { status, text } = await ask(method, path, body);
    if (!isUnderstood(status, text)) found.push(`${request} was answered with ${status} ${text}`);
    if (method === 'POST' && status === 200) found.push(`${request} was accepted.`);
    if (path === '/admin/status' && !text.includes('"repair_required":true')) found.push(`${path} says ${text}`);
  }
  return [...found, ...(await listen(port, token))];
}

/** The id of the first message that is listed; undefined if the list cannot be read. */
function firstMessageIn(text: string): string | undefined {
  const { mailbox } = JSON.parse(text) as { mailbox?: { groups: { rows: { id: string }[] }[] } };
  return mailbox?.groups.flatMap(({ rows }) => rows)[0]?.id;
}

/** A reply, or an error with a sentence for users that says what is wrong. */
function isUnderstood(status: number, text: string): boolean {
  const reply = JSON.parse(text) as { error?: string; code?: string };
  if (status === 200) return reply.error === undefined;
  return status === 503 && /^[A-Z].*\.$/.test(reply.error ?? '') && reply.code !== undefined;
}

async function listen(port: number, token: string): Promise<string[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, ['bearer', token]);
  try {
    await once(socket, 'open');
    socket.send('{"type":"ping"}');
    const pong = once(socket, 'pong');
    socket.ping();
    await pong;
    return socket.readyState === WebSocket.OPEN ? [] : ['/events was closed.'];
  } catch (failed) {
    return [`/events was refused: ${String(failed)}`];
  } finally {
    socket.terminate();
  }
}
