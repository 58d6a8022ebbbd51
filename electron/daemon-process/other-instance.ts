import { readFileSync } from 'node:fs';
import type { Clock } from '../../daemon/base/clock.ts';

/** A Posthorn that runs outside the app, on the same mail. */
export type OtherInstance = { url: string; token: string };

/** Milliseconds in which it has to answer. */
const answerTimeoutMs = 10_000;

/** The interval of checks, in milliseconds, and how many answers in a row it may miss. */
const healthPoll = { intervalMs: 5_000, maxMisses: 2 };

/** Finds it by its port file, and gets its token by the local handshake; undefined if it serves no page. */
export async function findOtherInstance(
  portFile: string,
  fetchUrl: typeof fetch = fetch,
): Promise<OtherInstance | undefined> {
  const port = readPortFile(portFile);
  if (port === undefined) return undefined;
  for (const host of ['127.0.0.1', '[::1]']) {
    const url = `http://${host}:${port}`;
    if (!(await isPosthornAt(url, fetchUrl))) continue;
    const reply = await fetchJson(`${url}/api/v1/auth/local-token`, fetchUrl);
    if (typeof reply?.['token'] === 'string') return { url, token: reply['token'] };
  }
  return undefined;
}

/** Resolves when it has ended, or when the signal aborts. */
export async function waitUntilGone(
  { url }: OtherInstance,
  { clock, signal, fetchUrl = fetch }: { clock: Pick<Clock, 'wait'>; signal: AbortSignal; fetchUrl?: typeof fetch },
): Promise<void> {
  for (let misses = 0; misses < healthPoll.maxMisses && !signal.aborted;) {
    await clock.wait(healthPoll.intervalMs, signal);
    misses = (await isPosthornAt(url, fetchUrl)) ? 0 : misses + 1;
  }
}

async function isPosthornAt(url: string, fetchUrl: typeof fetch): Promise<boolean> {
  return (await fetchJson(`${url}/api/v1/health`, fetchUrl))?.['service'] === 'posthorn';
}

async function fetchJson(url: string, fetchUrl: typeof fetch): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetchUrl(url, { signal: AbortSignal.timeout(answerTimeoutMs), redirect: 'error' });
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
  } catch {
    // Whatever keeps it from answering, it cannot be used.
    return undefined;
  }
}

function readPortFile(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  } catch {
    // Without the file there is no bridge to find.
    return undefined;
  }
}
