import { buffer } from 'node:stream/consumers';
import type { ChangeBatch, Cursors, Provider, MessageRef, MessageSource, SourceRequest } from '../provider.ts';

/** For tests: a whole mailbox read through the port, every message with its text as latin1 and its gaps filled in. */
export type MailRecord = MessageRef & { received: Date; flags: string[]; size: number; raw: string };

export async function readAllMail(provider: Provider): Promise<MailRecord[]> {
  const mail: MailRecord[] = [];
  for await (const { arrivals } of provider.changes({}, unabortedSignal())) {
    const known = new Map(arrivals.map((arrival) => [arrival.uid, arrival]));
    for await (const source of provider.sources(arrivals, unabortedSignal())) {
      const arrival = known.get(source.uid);
      if (arrival && source.bytes) mail.push({ ...arrival, raw: await fullTextOf(provider, source) });
    }
  }
  return mail;
}

async function fullTextOf(provider: Provider, source: Extract<MessageSource, { bytes: Uint8Array }>): Promise<string> {
  let text = Buffer.from(source.bytes).toString('latin1');
  for (const { start, part } of source.missingRanges ?? []) {
    const body = (await buffer(await provider.part(source, part, unabortedSignal()))).toString('latin1');
    text = text.slice(0, start) + body + text.slice(start);
  }
  return text;
}

export async function batchesOf(provider: Provider, cursors: Cursors = {}): Promise<ChangeBatch[]> {
  const batches: ChangeBatch[] = [];
  for await (const batch of provider.changes(cursors, unabortedSignal())) batches.push(batch);
  return batches;
}

export async function sourcesOf(provider: Provider, wanted: readonly SourceRequest[]): Promise<MessageSource[]> {
  const sources: MessageSource[] = [];
  for await (const source of provider.sources(wanted, unabortedSignal())) sources.push(source);
  return sources;
}

export function cursorsOf(batches: ChangeBatch[]): Cursors {
  return Object.fromEntries(batches.flatMap(({ stream, cursor }) => (cursor === undefined ? [] : [[stream, cursor]])));
}

/** A header of the message itself, unfolded; encoded words stay encoded. */
export function header({ raw }: MailRecord, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line?.slice(name.length + 2);
}

export function unabortedSignal(): AbortSignal {
  return new AbortController().signal;
}
