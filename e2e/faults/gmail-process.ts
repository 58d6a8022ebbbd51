import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RefusedRequestError, type DaemonProcess } from '../daemon-process.ts';
import type { ChannelReply } from './gmail-daemon.ts';

/** A daemon in a process of its own, without HTTP. */
export type GmailProcess = Pick<DaemonProcess, 'ask' | 'kill'>;

/**
 * Starts `gmail-daemon.ts`, whose account has `units` quota units a minute. Requests that a killed process has not answered are
 * refused.
 */
export async function startGmailProcess(origin: string, dataDir: string, units = 1_000_000): Promise<GmailProcess> {
  const child = fork(join(import.meta.dirname, 'gmail-daemon.ts'), [origin, dataDir, String(units)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  const gone = () => new RefusedRequestError('The process is gone.', 503);
  child.on('message', (message: ChannelReply) => {
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) request?.reject(new RefusedRequestError(message.error, 400));
    else request?.resolve(message.reply);
  });
  const exited = once(child, 'exit').then(() => {
    for (const { reject } of waiting.values()) reject(gone());
    waiting.clear();
  });
  await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The daemon did not start.');
    }),
  ]);
  const ask = (name: string, input: object): Promise<never> => {
    if (!child.connected) return Promise.reject(gone());
    const request = Promise.withResolvers<unknown>();
    waiting.set(++lastId, request);
    child.send({ id: lastId, name, input }, (failed) => failed && request.reject(gone()));
    return request.promise as Promise<never>;
  };
  return {
    ask,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
