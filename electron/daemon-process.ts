import { utilityProcess } from 'electron';
import type { UtilityNews, UtilityOrder } from './host-calls.ts';

export type DaemonProcess = {
  /** The address of the page. Rejects with a sentence where the start failed. */
  ready: Promise<string>;
  /** What is told later: that the page is elsewhere, or there anew, or gone. */
  onNews(listener: (news: UtilityNews) => void): void;
  /** The exit code, once the process has ended. */
  ended: Promise<number>;
  /** Asks for an orderly end, and after `patience` milliseconds insists on it; resolves when the process has ended. */
  close(patience: number): Promise<void>;
};

/** Starts the daemon and its bridge in a process of their own. `program` is the path of `utility.ts`. */
export function startDaemonProcess(program: string): DaemonProcess {
  const child = utilityProcess.fork(program, [], { serviceName: 'Posthorn mail' });
  const ended = new Promise<number>((resolve) => child.once('exit', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    child.once('message', (news: UtilityNews) => {
      if (news.kind === 'ready') resolve(news.url);
      else reject(new Error(news.reason));
    });
    void ended.then((code) => reject(new Error(`The part that keeps your mail ended as it started (code ${code}).`)));
  });
  return {
    ready,
    ended,
    onNews: (listener) => void child.on('message', listener),
    async close(patience) {
      child.postMessage({ kind: 'close' } satisfies UtilityOrder);
      const insisting = setTimeout(() => child.kill(), patience);
      await ended;
      clearTimeout(insisting);
    },
  };
}
