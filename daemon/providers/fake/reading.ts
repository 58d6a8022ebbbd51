import { buffer } from 'node:stream/consumers';
import type { ChangeBatch, Cursors, Provider, Ref, Source, Wanted } from '../provider.ts';

/** For tests: a whole mailbox read through the port, every message with its text as latin1, what was left out filled in. */
export type ReadMail = Ref & { received: Date; flags: string[]; size: number; raw: string };

export async function mailOf(provider: Provider): Promise<ReadMail[]> {
  const mail: ReadMail[] = [];
  for await (const { arrivals } of provider.changes({}, never())) {
    const known = new Map(arrivals.map((arrival) => [arrival.uid, arrival]));
    for await (const source of provider.sources(arrivals, never())) {
      const arrival = known.get(source.uid);
      if (arrival && source.bytes) mail.push({ ...arrival, raw: await filled(provider, source) });
    }
  }
  return mail;
}

async function filled(provider: Provider, source: Extract<Source, { bytes: Uint8Array }>): Promise<string> {
  let text = Buffer.from(source.bytes).toString('latin1');
  for (const { start, part } of source.gaps ?? []) {
    const body = (await buffer(await provider.part(source, part, never()))).toString('latin1');
    text = text.slice(0, start) + body + text.slice(start);
  }
  return text;
}

export async function batchesOf(provider: Provider, cursors: Cursors = {}): Promise<ChangeBatch[]> {
  const batches: ChangeBatch[] = [];
  for await (const batch of provider.changes(cursors, never())) batches.push(batch);
  return batches;
}

export async function sourcesOf(provider: Provider, wanted: readonly Wanted[]): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const source of provider.sources(wanted, never())) sources.push(source);
  return sources;
}

export function cursorsOf(batches: ChangeBatch[]): Cursors {
  return Object.fromEntries(batches.flatMap(({ stream, cursor }) => (cursor === undefined ? [] : [[stream, cursor]])));
}

/** A header of the message itself, unfolded; encoded words are left as they are. */
export function header({ raw }: ReadMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line?.slice(name.length + 2);
}

export function never(): AbortSignal {
  return new AbortController().signal;
}
