import { EventEmitter } from 'node:events';
import { MessageChannel, Worker, type MessagePort, type Transferable, type WorkerOptions } from 'node:worker_threads';

/** Each time leaves something behind: the modules that were read for it. */
const mostTimes = 25;

const thread = new URL('./pooled-thread.mjs', import.meta.url);

type Pooled = { worker: Worker; times: number };

/** As node's own, as far as Posthorn uses it. */
type Lent = EventEmitter & Pick<Worker, 'postMessage' | 'terminate'>;

/**
 * Gives threads for the entries of workers, and takes each back once its entry has closed its port: to start a thread and to
 * read the daemon's code into it takes longer than most tests do. One that crashes or is terminated is not given again.
 */
export function openWorkerPool(): (entry: string, options: WorkerOptions) => Lent {
  const idle = new Map<string, Pooled[]>();

  return (entry, { workerData, name }) => {
    const free = idle.get(entry)?.pop() ?? { worker: new Worker(thread, { name, execArgv: [] }), times: 0 };
    const { port1: port, port2 } = new MessageChannel();
    free.worker.ref();
    free.worker.postMessage({ entry, port: port2, data: workerData as unknown }, [port2]);
    return lend(free, port, () => {
      free.times += 1;
      if (free.times === mostTimes) return void free.worker.terminate();
      free.worker.unref();
      idle.set(entry, [...(idle.get(entry) ?? []), free]);
    });
  };
}

function lend({ worker }: Pooled, port: MessagePort, giveBack: () => void): Lent {
  const lent = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []) => port.postMessage(message, [...transfer]),
    terminate: () => worker.terminate(),
  });
  const failed = (error: unknown) => void lent.emit('error', error);
  const ended = (code: number) => void lent.emit('exit', code);
  const closed = new Promise<void>((resolve) => void port.once('close', resolve));
  // The thread says so, for the port of one that crashes closes as well; what it said on the port before comes first.
  worker.once('message', async () => {
    await closed;
    worker.off('error', failed).off('exit', ended);
    giveBack();
    lent.emit('exit', 0);
  });
  worker.once('error', failed).once('exit', ended);
  port.on('message', (message) => void lent.emit('message', message));
  return lent;
}
