import { readFileSync } from 'node:fs';
import type { Clock } from '../daemon/base/clock.ts';

/** A Posthorn that runs outside the app, on the same mail. */
export type Elsewhere = { url: string; token: string };

/** Milliseconds in which it has to answer. */
const limit = 2_000;

/** How often it is looked at, in milliseconds, and how often in a row it may not answer. */
const glance = { every: 5_000, misses: 2 };

/** Finds it by its port file, and gets its token by the local handshake; undefined where it serves no page. */
export async function findElsewhere(portFile: string, ask: typeof fetch = fetch): Promise<Elsewhere | undefined> {
  const port = portIn(portFile);
  if (port === undefined) return undefined;
  for (const host of ['127.0.0.1', '[::1]']) {
    const url = `http://${host}:${port}`;
    if (!(await answers(url, ask))) continue;
    const reply = await jsonAt(`${url}/api/v1/auth/local-token`, ask);
    if (typeof reply?.['token'] === 'string') return { url, token: reply['token'] };
  }
  return undefined;
}

/** Resolves when it has ended, or when the signal aborts. */
export async function untilGone(
  { url }: Elsewhere,
  { clock, signal, ask = fetch }: { clock: Pick<Clock, 'wait'>; signal: AbortSignal; ask?: typeof fetch },
): Promise<void> {
  for (let misses = 0; misses < glance.misses && !signal.aborted;) {
    await clock.wait(glance.every, signal);
    misses = (await answers(url, ask)) ? 0 : misses + 1;
  }
}

async function answers(url: string, ask: typeof fetch): Promise<boolean> {
  return (await jsonAt(`${url}/api/v1/health`, ask))?.['service'] === 'posthorn';
}

async function jsonAt(url: string, ask: typeof fetch): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await ask(url, { signal: AbortSignal.timeout(limit), redirect: 'error' });
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : undefined;
  } catch {
    // Whatever keeps it from answering, it is not there for us.
    return undefined;
  }
}

function portIn(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  } catch {
    // Without the file there is no bridge to find.
    return undefined;
  }
}
