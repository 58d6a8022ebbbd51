import { EventEmitter } from 'node:events';
import { MessageChannel, Worker, type MessagePort, type Transferable, type WorkerOptions } from 'node:worker_threads';

/** Each use leaks memory: the modules that were loaded for it. */
const maxUses = 25;

const thread = new URL('./pooled-thread.mjs', import.meta.url);

type PoolEntry = { worker: Worker; uses: number };

/** The subset of node's API that Posthorn uses. */
type PooledWorker = EventEmitter & Pick<Worker, 'postMessage' | 'terminate'>;

/**
 * Provides threads for the entries of workers, and takes each back once its entry has closed its port: starting a thread
 * and loading the daemon's code takes longer than most tests do. A thread that crashes or is terminated is not reused.
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
  // The thread reports it, because the port of a crashed thread closes too; its earlier messages on the port come first.
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
