import type { Socket } from 'node:net';
import { z } from 'zod';
import { Failure } from '../base/failure.ts';
import { JsonText } from '../contract/define.ts';
import { errorLine } from './error-line.ts';
import { lineCutter } from './lines.ts';

export type Answer = (request: string, input: unknown, more: { idempotencyKey?: string }) => Promise<unknown>;

export type Connection = {
  /** Takes no more requests, and ends once those under way are answered. */
  finish(): void;
};

const longestLine = 1_000_000;
/** Milliseconds a client has to take the last answer. */
const hangUpGrace = 200;
/** Requests a connection may have under way; more wait unread. */
const mostAtOnce = 64;

const question = z.object({
  id: z.union([z.string().max(200), z.int()]),
  request: z.string().max(200),
  input: z.unknown().optional(),
  /** As the header Idempotency-Key over HTTP. */
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional(),
});

/**
 * Answers the lines of one connection, each as soon as its answer is there. A line that is no request is answered with an
 * error; one that is too long ends the connection. Nothing is read while a client does not take its answers.
 */
export function serveConnection(socket: Socket, answer: Answer): Connection {
  const cut = lineCutter(longestLine);
  const waiting: string[] = [];
  let underWay = 0;
  let isEnding = false;

  const send = (line: string) => {
    if (socket.writable) socket.write(line);
  };

  function goOn(): void {
    while (waiting.length > 0 && underWay < mostAtOnce && !socket.writableNeedDrain) void take(waiting.shift() ?? '');
    if (isEnding && waiting.length === 0 && underWay === 0) hangUp(socket);
    else if (waiting.length > 0 || underWay >= mostAtOnce || socket.writableNeedDrain) socket.pause();
    else socket.resume();
  }

  async function take(line: string): Promise<void> {
    if (line.trim() === '') return;
    underWay++;
    send(await reply(line, answer));
    underWay--;
    goOn();
  }

  function end(): void {
    isEnding = true;
    goOn();
  }

  socket.on('data', (piece: Buffer) => {
    if (isEnding) return;
    const { lines, isTooLong } = cut(piece);
    waiting.push(...lines);
    goOn();
    if (!isTooLong) return;
    const sentence = `A line may be ${longestLine} bytes long at the most.`;
    send(errorLine(null, new Failure('invalid', 'line_too_long', sentence)));
    end();
  });
  socket.on('drain', goOn);
  socket.on('end', end);
  socket.on('error', () => socket.destroy());
  return {
    finish() {
      waiting.length = 0;
      end();
    },
  };
}

/** Ends a connection so that the other side still gets what was written, whatever it goes on sending. */
export function hangUp(socket: Socket, lastLine?: string): void {
  socket.end(lastLine ?? '');
  socket.resume();
  setTimeout(() => socket.destroy(), hangUpGrace).unref();
}

async function reply(line: string, answer: Answer): Promise<string> {
  let id: string | number | null = null;
  try {
    const asked = questionIn(line);
    id = asked.id;
    const key = asked.idempotency_key;
    const given = await answer(asked.request, asked.input, key === undefined ? {} : { idempotencyKey: key });
    const text = given instanceof JsonText ? given.text : JSON.stringify(given);
    return `{"id":${JSON.stringify(id)},"reply":${text}}\n`;
  } catch (failed) {
    return errorLine(id, failed);
  }
}

function questionIn(line: string): z.output<typeof question> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Failure('invalid', 'invalid_json', 'The line is not valid JSON. Send one JSON object a line.', { cause });
  }
  const { data, success } = question.safeParse(value);
  if (success) return data;
  throw new Failure(
    'invalid',
    'invalid_request',
    'A request is { "id": 1, "request": "feature.row", "input": {} }, and may have an "idempotency_key" of 1 to 255 characters.',
  );
}
