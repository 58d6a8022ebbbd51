import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';

// The messages between the main process and a utility process, as Electron has them: each passes a real MessagePort, so that
// it is cloned (no functions, no prototypes, a Buffer is a Uint8Array), what is transferred is gone for the sender, and it
// arrives later. Between the processes it goes on through the channel of Node, which keeps all that a port lets through but
// transferred ports.

/** Has a message cross a port, and passes it on. Throws a DataCloneError for what cannot be cloned. */
export function throughPort(deliver: (message: unknown) => void): {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  close(): void;
} {
  const { port1, port2 } = new MessageChannel();
  port2.on('message', deliver);
  // A port alone keeps no process alive; the channel between the processes does.
  port2.unref();
  return {
    postMessage(message, transfer = []) {
      if (transfer.some(isPort)) throw new Error('The fake can transfer no ports between processes.');
      port1.postMessage(message, transfer);
    },
    close: () => port1.close(),
  };
}

function isPort(value: unknown): value is MessagePort {
  return typeof value === 'object' && value !== null && 'postMessage' in value;
}

/** `process.parentPort` of a utility process. What arrives before there is a listener waits for it. */
export class ParentPort extends EventEmitter {
  readonly #waiting: unknown[] = [];
  readonly #out;

  constructor(send: (message: unknown) => void) {
    super();
    this.#out = throughPort(send);
    this.on('newListener', (name) => {
      if (name === 'message') setImmediate(() => this.start());
    });
  }

  postMessage(message: unknown): void {
    this.#out.postMessage(message);
  }

  receive(data: unknown): void {
    if (this.listenerCount('message') === 0) this.#waiting.push(data);
    else this.emit('message', { data, ports: [] });
  }

  /** Delivers what has waited for a listener. */
  start(): void {
    for (const data of this.#waiting.splice(0)) this.emit('message', { data, ports: [] });
  }

  pause(): void {
    throw new Error('The fake cannot pause a port.');
  }
}
