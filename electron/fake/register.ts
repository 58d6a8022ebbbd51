import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';

/** The address of this module, to be imported first: it replaces Electron with `./electron.ts`. */
export const register = import.meta.url;

const fake = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: fake, shortCircuit: true } : next(specifier, context),
});

// As for `electron .`, whose second argument is the path of the app.
Object.assign(process, { defaultApp: true });

// A process that the fake forked talks to its parent through `process.parentPort`, as a utility process does.
if (process.send) {
  const port = new EventEmitter();
  // A port delivers nothing before it has a listener.
  port.on('newListener', (name) => {
    if (name === 'message' && port.listenerCount('message') === 0)
      setImmediate(() => process.on('message', (data) => port.emit('message', { data })));
  });
  process.on('disconnect', () => process.exit(1));
  Object.assign(port, { postMessage: (message: unknown) => process.send?.(structuredClone(message)) });
  Object.assign(process, { parentPort: port });
}
