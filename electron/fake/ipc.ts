import { EventEmitter } from 'node:events';
import type { WebContents } from './windows.ts';

type Handler = (event: unknown, ...words: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`${channel} has a handler`);
    this.handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }

  /** A page's `ipcRenderer.invoke`; `frame` is the sender, by default its main frame. */
  async invokeFrom(sender: WebContents, channel: string, words: unknown[] = [], frame: unknown = sender.mainFrame) {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`No handler is registered for '${channel}'`);
    return handler({ sender, senderFrame: frame }, ...words);
  }

  reset(): void {
    this.handlers.clear();
    this.removeAllListeners();
  }
}
export const ipcMain = new IpcMain();

class IpcRenderer extends EventEmitter {
  /** The calls of the preload, channel first. */
  readonly invocations: unknown[][] = [];
  answer: (...words: unknown[]) => unknown = () => undefined;

  async invoke(...words: unknown[]): Promise<unknown> {
    this.invocations.push(words);
    return this.answer(...words);
  }

  send(...words: unknown[]): void {
    this.invocations.push(words);
  }

  reset(): void {
    this.invocations.length = 0;
    this.answer = () => undefined;
    this.removeAllListeners();
  }
}
export const ipcRenderer = new IpcRenderer();

/** The objects that the preload exposed to the page, by name. */
export const exposedGlobals: Record<string, unknown> = {};
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => void (exposedGlobals[name] = value),
};
