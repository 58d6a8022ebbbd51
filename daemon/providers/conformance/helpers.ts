import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { ProviderError } from '../provider.ts';
import type { Provider, MessageRef, MessageSource, ProviderErrorReason, SourceRequest } from '../provider.ts';

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export async function drainIterator<T>(items: AsyncIterator<T>): Promise<IteratorResult<T>> {
  for (;;) {
    const step = await items.next();
    if (step.done) return step;
  }
}

/** An aborted iteration may end or reject. */
export async function assertStopped(next: Promise<IteratorResult<unknown>>): Promise<void> {
  const ended = await next.then(
    ({ done }) => done === true,
    () => true,
  );
  assert.ok(ended, 'the iteration continued after its signal aborted');
}

export function neverAbortedSignal(): AbortSignal {
  return new AbortController().signal;
}

export async function sourceOf(provider: Provider, request: SourceRequest): Promise<MessageSource> {
  return only(await collect(provider.sources([request], neverAbortedSignal())));
}

export async function partOf(
  provider: Provider,
  ref: MessageRef,
  part: string,
  { signal = neverAbortedSignal(), start = 0 } = {},
): Promise<Buffer> {
  return buffer(await provider.part(ref, part, signal, start));
}

export function failsWith(reason: ProviderErrorReason): (error: unknown) => boolean {
  return (error) => error instanceof ProviderError && error.reason === reason;
}

export function assertBytes({ bytes, error }: MessageSource, expected: Uint8Array, name?: string): void {
  assert.equal(error, undefined, name);
  assert.equal(textOf(bytes ?? new Uint8Array()), textOf(expected), name);
}

/** Bytes as text that tests can compare and show. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

export function only<T>(list: readonly T[]): T {
  assert.equal(list.length, 1);
  return list[0] as T;
}

export function refOf({ folder, uidvalidity, uid }: MessageRef): MessageRef {
  return { folder, uidvalidity, uid };
}

export function keyOf({ folder, uidvalidity, uid }: MessageRef): string {
  return `${folder}:${uidvalidity}:${uid}`;
}

/** The relevant flags; `\Recent` belongs to a session (RFC 9051 has no such flag). */
export function flagsOf(placement: { flags: string[] } | undefined): string[] {
  assert.ok(placement, 'the placement is known');
  return placement.flags.filter((flag) => flag !== '\\Recent').toSorted();
}
