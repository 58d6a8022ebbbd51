import { ProviderError } from '../provider.ts';
import type { Provider, MessageRef, MessageSource, SourceRequest } from '../provider.ts';

/** More attempts than any fault in the tests lasts for. */
const maxTries = 40;

/** How often a message is requested. */
const maxRounds = 4;

/**
 * A provider used as the daemon uses it, for tests of temporary faults: failed calls are retried, a sync continues from its
 * cursors, folders in trouble are read again, and refused messages are requested again.
 */
export function retryingProvider(provider: Provider): Provider {
  return {
    ...provider,
    folders: (signal) => retryCall(signal, () => provider.folders(signal)),
    part: (ref, part, signal, start) => retryCall(signal, () => provider.part(ref, part, signal, start), maxRounds),
    apply: (operations, signal) => retryCall(signal, () => provider.apply(operations, signal)),
    append: (folder, source, flags, signal) => retryCall(signal, () => provider.append(folder, source, flags, signal)),
    editFolder: (change, signal) => retryCall(signal, () => provider.editFolder(change, signal)),
    search: (query, signal) => retryCall(signal, () => provider.search(query, signal)),
    describe: (refs, signal) => retryCall(signal, () => provider.describe(refs, signal)),
    newArrivals: (folder, after, signal) => retryCall(signal, () => provider.newArrivals(folder, after, signal)),
    findById: (folder, header_id, signal) => retryCall(signal, () => provider.findById(folder, header_id, signal)),

    async *changes(cursors, signal) {
      const known = { ...cursors };
      for (let tries = 1; ; tries++)
        try {
          let isTroubled = false;
          for await (const batch of provider.changes({ ...known }, signal)) {
            if (batch.cursor !== undefined) known[batch.stream] = batch.cursor;
            if (batch.error === undefined) yield batch;
            else isTroubled = true;
          }
          if (!isTroubled) return;
        } catch (error) {
          throwUnlessRetryable(error, tries);
        }
    },

    async *sources(wanted, signal) {
      let asked = wanted;
      for (let round = 1; asked.length > 0; round++) {
        const kept: MessageSource[] = [];
        for await (const source of retrySources(provider, asked, signal))
          if (source.error !== undefined && round < maxRounds) kept.push(source);
          else yield source;
        asked = asked.filter((each) => kept.some(isSameMessage(each)));
      }
    },

    async *watch(signal) {
      for (let tries = 1; !signal.aborted; tries++)
        try {
          return yield* provider.watch(signal);
        } catch (error) {
          throwUnlessRetryable(error, tries);
        }
    },
  };
}

/** One result for each message, over as many connections as necessary. */
async function* retrySources(
  provider: Provider,
  wanted: readonly SourceRequest[],
  signal: AbortSignal,
): AsyncGenerator<MessageSource> {
  let left = wanted;
  for (let tries = 1; left.length > 0; tries++)
    try {
      for await (const source of provider.sources(left, signal)) {
        yield source;
        left = left.filter((each) => !isSameMessage(each)(source));
      }
    } catch (error) {
      throwUnlessRetryable(error, tries);
    }
}

function isSameMessage(ref: MessageRef): (source: MessageRef) => boolean {
  return ({ folder, uid }) => ref.folder === folder && ref.uid === uid;
}

async function retryCall<T>(signal: AbortSignal, act: () => Promise<T>, refusals = 0): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      signal.throwIfAborted();
      const isRefused = error instanceof ProviderError && error.reason === 'refused';
      if (!isRefused || tries > refusals) throwUnlessRetryable(error, tries);
    }
}

/** Throws errors that a retry cannot fix. */
function throwUnlessRetryable(error: unknown, tries: number): void {
  if (error instanceof ProviderError && error.reason !== 'refused' && tries < maxTries) return;
  throw error;
}
