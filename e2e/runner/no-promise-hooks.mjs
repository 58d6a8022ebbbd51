// In a run of all tests, the async hooks of node's test runner follow its tests alone, and not promises, timers and sockets,
// which costs more than an eighth of the processor time of the tests. They tell to which test an error outside of its promise
// belongs. Without them, an unhandled rejection fails its process, and the files of that process run again alone, with the
// hooks. Plain JavaScript, because it is loaded before the sources.
import hooks from 'node:async_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { createHook } = hooks;
  // node:test takes the function when it is loaded.
  hooks.createHook = ({ init }) =>
    createHook({
      init: (id, type, trigger, resource) => type === 'Test' && init(id, type, trigger, resource),
      trackPromises: false,
    });
  await import('node:test');
  hooks.createHook = createHook;
  // The runner reports such a rejection without its stack.
  process.on('unhandledRejection', (error) => console.error(error));
}
