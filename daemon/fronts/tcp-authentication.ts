import type { Socket } from 'node:net';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { closeGracefully, parseRequestLine } from './connection.ts';
import { errorLine } from './error-line.ts';
import type { Refusals } from './tcp-refusals.ts';

/** The request that a client of the TCP transport sends first. */
const authenticateRequest = 'Authenticate';

type AuthenticationDeps = {
  isToken: (candidate: string) => boolean;
  refusals: Refusals;
  clock: Clock;
  /** Called when a connection is closed because of its refused attempts. */
  onRefused: () => void;
};

const maxLineBytes = 4_096;
const maxAttempts = 5;
const deadlineMs = 10_000;

const authenticateInput = z.object({ token: z.string() });

/**
 * Waits for `{ id, request: "Authenticate", input: { token } }`, which is answered with `{ id, reply: { authenticated: true } }`.
 * Then the connection is paused, what follows in it is unread, and `onAuthenticated` is called. Every other line is answered
 * with the failure `unauthenticated`. The connection is closed after five of them, after a line of more than 4 kB, and if
 * the client has not authenticated within ten seconds.
 */
export function authenticateClient(
  socket: Socket,
  { isToken, refusals, clock, onRefused }: AuthenticationDeps,
  onAuthenticated: () => void,
): void {
  const finished = new AbortController();
  let unread: Buffer = Buffer.alloc(0);
  let attempts = 0;

  function finish(): void {
    finished.abort();
    socket.off('data', onData).off('end', onEnd).off('close', finish);
  }

  function refuse(sentence: string): void {
    finish();
    closeGracefully(socket, errorLine(null, unauthenticated(sentence)));
  }

  async function answerLine(line: string): Promise<void> {
    const { id, failure } = checkLine(line, isToken);
    if (!failure) {
      finish();
      if (unread.length > 0) socket.unshift(unread);
      socket.write(`${JSON.stringify({ id, reply: { authenticated: true } })}\n`);
      return onAuthenticated();
    }
    await clock.wait(refusals.count(), finished.signal);
    if (finished.signal.aborted) return;
    if (++attempts < maxAttempts) return void socket.write(errorLine(id, failure));
    finish();
    onRefused();
    closeGracefully(socket, errorLine(id, failure));
  }

  async function answerLines(): Promise<void> {
    while (!finished.signal.aborted) {
      const end = unread.indexOf('\n');
      if (end > maxLineBytes || (end < 0 && unread.length > maxLineBytes))
        return refuse(`A line may be ${maxLineBytes} bytes long at the most before the client has authenticated.`);
      if (end < 0) return void socket.resume();
      const line = unread.toString('utf8', 0, end);
      unread = unread.subarray(end + 1);
      if (line.trim() !== '') await answerLine(line);
    }
  }

  function onData(piece: Buffer): void {
    // One line is answered at a time, and what the client sends meanwhile stays unread.
    socket.pause();
    unread = Buffer.concat([unread, piece]);
    void answerLines();
  }

  function onEnd(): void {
    finish();
    socket.end();
  }

  socket.on('data', onData).on('end', onEnd).on('close', finish);
  void clock.wait(deadlineMs, finished.signal).then(() => {
    if (!finished.signal.aborted) refuse('The client hasn’t authenticated in time.');
  });
}

type CheckedLine = { id: string | number | null; failure?: Failure };

function checkLine(line: string, isToken: (candidate: string) => boolean): CheckedLine {
  try {
    const { id, request, input } = parseRequestLine(line);
    if (request !== authenticateRequest) return { id, failure: unauthenticated('The client hasn’t authenticated.') };
    const { data } = authenticateInput.safeParse(input);
    if (data && isToken(data.token)) return { id };
    return { id, failure: unauthenticated('This isn’t the token of this daemon.') };
  } catch (failed) {
    if (!(failed instanceof Failure)) throw failed;
    return { id: null, failure: unauthenticated('The client hasn’t authenticated.') };
  }
}

function unauthenticated(sentence: string): Failure {
  const remedy = `Send { "id": 1, "request": "${authenticateRequest}", "input": { "token": "…" } } first, with the token in the file daemon-token.`;
  return new Failure('refused', 'unauthenticated', `${sentence} ${remedy}`);
}
