// Fails a process of the tests that stays open after its last test, for example because a failed hook left a server
// running. Without it, such a process blocks the whole run. Plain JavaScript, because it is loaded before the sources.
import { after } from 'node:test';

// The files of a process close what they have opened after this hook, which a busy machine needs a while for.
const graceMs = 180_000;

after(() => {
  const timeout = setTimeout(() => {
    const resources = process.getActiveResourcesInfo().join(', ');
    console.error(`The process was still open ${graceMs / 1_000} seconds after its last test (${resources}).`);
    process.exit(1);
  }, graceMs);
  timeout.unref();
});
