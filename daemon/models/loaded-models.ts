import type { Embedder } from './embed.ts';

/** Weights that may be loaded together, in bytes. Two models with more are loaded one after the other. */
const maxLoadedBytes = 170_000_000;
/** While mail is embedded with another model, searches need the one before too. */
const maxLoaded = 2;

type ModelSource = {
  /** The same as long as the files are the same. */
  identity: string;
  /** The size of its weights. */
  bytes: number;
  open: () => Promise<Embedder>;
};

/** A loaded model, and the calls that use it now. One that is `left` is closed after the last of them; `closed` resolves then. */
type LoadedModel = {
  identity: string;
  bytes: number;
  embedder: Promise<Embedder>;
  users: number;
  isLeft: boolean;
  closed: PromiseWithResolvers<void>;
};

/**
 * `loaded` has the models by name, the one that was used last at the end; a failed one is loaded again with the next call. `open` has all
 * that take memory, also those that are left.
 */
type Models = { loaded: Map<string, LoadedModel>; open: Set<LoadedModel> };

/** Keeps the models that are used, so that each is loaded once, and closes one when another needs its memory. */
export function createLoadedModels() {
  const models: Models = { loaded: new Map(), open: new Set() };
  return {
    /**
     * Uses a model, which is loaded if it is not. Where it does not fit beside another one, it waits until the calls that use that one are
     * done. Throws what loading and using it throw.
     */
    use<T>(name: string, source: ModelSource, work: (embedder: Embedder) => T | Promise<T>): Promise<T> {
      return useEntry(models, entryOf(models, name, source), work);
    },
    /** Loads a model for one use, and closes it before it returns. */
    async useOnce<T>(source: ModelSource, work: (embedder: Embedder) => T | Promise<T>): Promise<T> {
      const entry = entryOf(models, `once ${source.identity}`, source);
      try {
        return await useEntry(models, entry, work);
      } finally {
        leave(models, entry);
        await entry.closed.promise;
      }
    },
    /** Closes all models, each once it is not used. */
    close(): void {
      for (const entry of models.loaded.values()) leave(models, entry);
    },
  };
}

function entryOf(models: Models, name: string, source: ModelSource): LoadedModel {
  const { loaded } = models;
  const known = loaded.get(name);
  if (known && known.identity !== source.identity) leave(models, known);
  const entry = loaded.get(name) ?? load(models, name, source);
  loaded.delete(name);
  loaded.set(name, entry);
  for (const each of [...loaded.values()].slice(0, -maxLoaded)) leave(models, each);
  return entry;
}

function load(models: Models, name: string, { identity, bytes, open }: ModelSource): LoadedModel {
  const others = [...models.open];
  const isTooMuch = others.reduce((sum, each) => sum + each.bytes, bytes) > maxLoadedBytes;
  if (isTooMuch) for (const each of others) leave(models, each);
  const room = isTooMuch ? Promise.all(others.map(({ closed }) => closed.promise)) : Promise.resolve();
  const embedder = room.then(open);
  const entry = { identity, bytes, embedder, users: 0, isLeft: false, closed: Promise.withResolvers<void>() };
  models.open.add(entry);
  models.loaded.set(name, entry);
  embedder.catch(() => {
    forget(models, entry);
    noteClosed(models, entry);
  });
  return entry;
}

async function useEntry<T>(
  models: Models,
  entry: LoadedModel,
  work: (embedder: Embedder) => T | Promise<T>,
): Promise<T> {
  entry.users++;
  try {
    return await work(await entry.embedder);
  } finally {
    entry.users--;
    if (entry.isLeft) closeUnused(models, entry);
  }
}

function leave(models: Models, entry: LoadedModel): void {
  if (entry.isLeft) return;
  forget(models, entry);
  entry.isLeft = true;
  closeUnused(models, entry);
}

function forget({ loaded }: Models, entry: LoadedModel): void {
  for (const [name, each] of loaded) if (each === entry) loaded.delete(name);
}

function closeUnused(models: Models, entry: LoadedModel): void {
  if (entry.users > 0) return;
  void entry.embedder
    .then((each) => each.close())
    .catch(() => undefined)
    .then(() => noteClosed(models, entry));
}

function noteClosed({ open }: Models, entry: LoadedModel): void {
  open.delete(entry);
  entry.closed.resolve();
}
