import { startDaemon, type Home } from '../../daemon-process.ts';
import { startBareMailbox } from '../peers/bare-run.ts';
import type { Connection, Endpoint } from './http.ts';
import type { Page } from './load.ts';

/** The same value of Posthorn and of its peer. */
export type OursAndTheirs<T> = { ours: T; theirs: T };

/** Does the work while the bundled daemon and the bare mailbox answer from the same databases. */
export async function withBareMailbox<T>(
  home: Home,
  work: (endpoints: OursAndTheirs<Endpoint>) => Promise<T>,
): Promise<T> {
  const daemon = await startDaemon(home, { caFile: '', isBundled: true });
  try {
    const { port, token } = daemon;
    const bare = await startBareMailbox(home, token);
    try {
      return await work({ ours: { port, token }, theirs: { port: bare.port, token } });
    } finally {
      await bare.kill();
    }
  } finally {
    await daemon.stop();
  }
}

/** A page of Posthorn and the same page of the peer. */
export async function bothAnswers(
  { path, fields }: Page,
  { ours, theirs }: OursAndTheirs<Connection>,
): Promise<OursAndTheirs<string>> {
  return { ours: (await ours.ask(path, fields)).text, theirs: (await theirs.ask(path, fields)).text };
}

/** Throws if two answers differ, and quotes both from shortly before the first difference. */
export function assertSame({ ours, theirs }: OursAndTheirs<string>): void {
  if (ours === theirs) return;
  const end = Math.min(ours.length, theirs.length);
  let at = 0;
  while (at < end && ours[at] === theirs[at]) at++;
  const quoted = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
  throw new Error(
    `Posthorn and its peer answer differently from character ${at} on, so their times cannot be compared.\n` +
      `Posthorn: …${quoted(ours)}…\nIts peer: …${quoted(theirs)}…`,
  );
}
