// In a run of all tests, node's test runner does without the async hooks that tell to which test an error outside of its
// promise belongs: they cost an eighth of the processor time of the tests. Such an error still fails its process, and the
// files of that process run again alone, with the hooks. Plain JavaScript, because it is loaded before the sources.
import hooks from 'node:async_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { createHook } = hooks;
  // node:test takes the function when it is loaded.
  hooks.createHook = () => ({ enable: () => undefined, disable: () => undefined });
  await import('node:test');
  hooks.createHook = createHook;
  // The runner reports such an error without its stack.
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => console.error(error));
}
