// Loaded into a daemon whose disk or server fails: its clock shortens the waits between two attempts, for which tests would
// otherwise wait most of their time. The daemon does the same things in the same order. Waits of a second or less, and of a
// minute or more, are as long as ever: they are no waits between attempts. Plain JavaScript, because every thread loads it.
import { registerHooks } from 'node:module';

const isClock = (url) => /\/(daemon\/base\/clock\.ts|chunk-clock-\w+\.cjs)$/.test(url);
const timer = 'setTimeout(done, ms)';
const shortened = 'setTimeout(done, ms > 1_000 && ms < 60_000 ? ms / 20 : ms)';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!isClock(url)) return loaded;
    const source = Buffer.from(loaded.source ?? '').toString();
    if (!source.includes(timer)) throw new Error(`${url} has another timer than ${timer}.`);
    return { ...loaded, source: source.replace(timer, shortened) };
  },
});
