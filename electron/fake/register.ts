import { registerHooks } from 'node:module';
import { ParentPort } from './port.ts';

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
  const port = new ParentPort((message) => process.send?.(message));
  process.on('message', (message) => port.receive(message));
  process.on('disconnect', () => process.exit(1));
  Object.assign(process, { parentPort: port });
}
