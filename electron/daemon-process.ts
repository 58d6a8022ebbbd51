import { utilityProcess } from 'electron';
import type { UtilityNews, UtilityOrder } from './host-calls.ts';

/** The process that keeps the mail, while it lives. */
export type DaemonProcess = {
  tell(order: UtilityOrder): void;
  /** The exit code and the last it wrote to standard error, once it has ended. */
  ended: Promise<{ code: number; lastWords: string }>;
  /** Asks the system to end it at once; what does not end of that either is killed. */
  kill(): void;
};

export type StartDaemonProcess = (onNews: (news: UtilityNews) => void) => DaemonProcess;

/** Characters of standard error that are kept for the case of a crash. */
const lastWordsLength = 4_000;

/** Milliseconds between asking the system to end it and killing it. */
const killPatience = 2_000;

/** How to start daemon and bridge in a process of their own. `program` is the path of `utility.ts`, `words` are its arguments. */
export function daemonStarter({ program, words }: { program: string; words: string[] }): StartDaemonProcess {
  return (onNews) => {
    const child = utilityProcess.fork(program, words, {
      serviceName: 'Posthorn mail',
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      lastWords = (lastWords + chunk.toString()).slice(-lastWordsLength);
    });
    child.on('message', onNews);
    let hasEnded = false;
    const ended = new Promise<{ code: number; lastWords: string }>((resolve) =>
      child.once('exit', (code) => {
        hasEnded = true;
        resolve({ code, lastWords });
      }),
    );
    return {
      tell: (order) => child.postMessage(order),
      ended,
      kill() {
        const { pid } = child;
        child.kill();
        const insisting = setTimeout(() => {
          if (!hasEnded && pid !== undefined) process.kill(pid, 'SIGKILL');
        }, killPatience);
        void ended.then(() => clearTimeout(insisting));
      },
    };
  };
}
