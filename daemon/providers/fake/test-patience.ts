import { ProviderError } from '../provider.ts';
import type { Provider, Ref, Source, Wanted } from '../provider.ts';

/** More tries than any fault of the tests lasts for. */
const mostTries = 40;

/** How often a message is asked for. */
const mostRounds = 4;

/**
 * A provider used as the daemon uses it, for tests of faults that pass: what fails is tried again, a sync goes on from
 * its cursors, folders in trouble are looked at once more, and messages kept back are asked for again.
 */
export function patient(provider: Provider): Provider {
  return {
    ...provider,
    folders: (signal) => again(signal, () => provider.folders(signal)),
    part: (ref, part, signal, start) => again(signal, () => provider.part(ref, part, signal, start), mostRounds),
    apply: (operations, signal) => again(signal, () => provider.apply(operations, signal)),
    append: (folder, source, flags, signal) => again(signal, () => provider.append(folder, source, flags, signal)),
    editFolder: (change, signal) => again(signal, () => provider.editFolder(change, signal)),
    search: (query, signal) => again(signal, () => provider.search(query, signal)),
    findById: (folder, header_id, signal) => again(signal, () => provider.findById(folder, header_id, signal)),

    async *changes(cursors, signal) {
      const known = { ...cursors };
      for (let tries = 1; ; tries++)
        try {
          let isTroubled = false;
          for await (const batch of provider.changes({ ...known }, signal)) {
            if (batch.cursor !== undefined) known[batch.stream] = batch.cursor;
            if (batch.trouble === undefined) yield batch;
            else isTroubled = true;
          }
          if (!isTroubled) return;
        } catch (error) {
          passOver(error, tries);
        }
    },

    async *sources(wanted, signal) {
      let asked = wanted;
      for (let round = 1; asked.length > 0; round++) {
        const kept: Source[] = [];
        for await (const source of answers(provider, asked, signal))
          if (source.trouble !== undefined && round < mostRounds) kept.push(source);
          else yield source;
        asked = asked.filter((each) => kept.some(isAt(each)));
      }
    },

    async *watch(signal) {
      for (let tries = 1; !signal.aborted; tries++)
        try {
          return yield* provider.watch(signal);
        } catch (error) {
          passOver(error, tries);
        }
    },
  };
}

/** One answer for each message, over as many lines as that takes. */
async function* answers(provider: Provider, wanted: readonly Wanted[], signal: AbortSignal): AsyncGenerator<Source> {
  let left = wanted;
  for (let tries = 1; left.length > 0; tries++)
    try {
      for await (const source of provider.sources(left, signal)) {
        yield source;
        left = left.filter((each) => !isAt(each)(source));
      }
    } catch (error) {
      passOver(error, tries);
    }
}

function isAt(place: Ref): (source: Ref) => boolean {
  return ({ folder, uid }) => place.folder === folder && place.uid === uid;
}

async function again<T>(signal: AbortSignal, act: () => Promise<T>, refusals = 0): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      signal.throwIfAborted();
      const isRefused = error instanceof ProviderError && error.reason === 'refused';
      if (!isRefused || tries > refusals) passOver(error, tries);
    }
}

/** Throws what trying again does not help against. */
function passOver(error: unknown, tries: number): void {
  if (error instanceof ProviderError && error.reason !== 'refused' && tries < mostTries) return;
  throw error;
}
