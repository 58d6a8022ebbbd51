import { EventEmitter } from 'node:events';
import { MessageChannel, Worker, type MessagePort, type Transferable, type WorkerOptions } from 'node:worker_threads';

/** Each time leaves something behind: the modules that were read for it. */
const maxUses = 25;

const thread = new URL('./pooled-thread.mjs', import.meta.url);

type PoolEntry = { worker: Worker; uses: number };

/** As node's own, as far as Posthorn uses it. */
type PooledWorker = EventEmitter & Pick<Worker, 'postMessage' | 'terminate'>;

/**
 * Gives threads for the entries of workers, and takes each back once its entry has closed its port: to start a thread and to
 * read the daemon's code into it takes longer than most tests do. One that crashes or is terminated is not given again.
 */
export function openWorkerPool(): (entry: string, options: WorkerOptions) => PooledWorker {
  const idle = new Map<string, PoolEntry[]>();

  return (entry, { workerData, name }) => {
    const entryWorker = idle.get(entry)?.pop() ?? { worker: new Worker(thread, { name, execArgv: [] }), uses: 0 };
    const { port1: port, port2 } = new MessageChannel();
    entryWorker.worker.ref();
    entryWorker.worker.postMessage({ entry, port: port2, data: workerData as unknown }, [port2]);
    return createPooledWorker(entryWorker, port, () => {
      entryWorker.uses += 1;
      if (entryWorker.uses === maxUses) return void entryWorker.worker.terminate();
      entryWorker.worker.unref();
      idle.set(entry, [...(idle.get(entry) ?? []), entryWorker]);
    });
  };
}

function createPooledWorker({ worker }: PoolEntry, port: MessagePort, release: () => void): PooledWorker {
  const pooled = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []) => port.postMessage(message, [...transfer]),
    terminate: () => worker.terminate(),
  });
  const failed = (error: unknown) => void pooled.emit('error', error);
  const ended = (code: number) => void pooled.emit('exit', code);
  const closed = new Promise<void>((resolve) => void port.once('close', resolve));
  // The thread says so, for the port of one that crashes closes as well; what it said on the port before comes first.
  worker.once('message', async () => {
    await closed;
    worker.off('error', failed).off('exit', ended);
    release();
    pooled.emit('exit', 0);
  });
  worker.once('error', failed).once('exit', ended);
  port.on('message', (message) => void pooled.emit('message', message));
  return pooled;
}
