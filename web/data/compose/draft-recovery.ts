import type { Fields } from './fields.ts';

/**
 * What was written and is not known to be stored by the daemon. `revision` is the one it was written upon, and `sent` what
 * was on its way at that moment, which may have arrived.
 */
type UnsavedDraft = { fields: Fields; revision: number; sent?: Fields | undefined };

export type DraftRecovery = {
  read: (path: string) => UnsavedDraft | undefined;
  /** Answers whether there was room. */
  write: (path: string, kept: UnsavedDraft) => boolean;
  remove: (path: string) => void;
  /** The sessions something is kept of. */
  paths: () => string[];
};

const prefix = 'posthorn-writing:';

/** Keeps what was written in this browser, where it outlives the window, until the daemon has it. */
export function createDraftRecovery(storage: Storage): DraftRecovery {
  return {
    read(path) {
      const text = storage.getItem(prefix + path);
      if (text === null) return undefined;
      try {
        return JSON.parse(text) as UnsavedDraft;
      } catch (error) {
        // A file cut short by a crash of the browser itself has nothing to give.
        if (error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
    write(path, draft) {
      try {
        storage.setItem(prefix + path, JSON.stringify(draft));
        return true;
      } catch (error) {
        if (error instanceof DOMException) return false;
        throw error;
      }
    },
    remove: (path) => storage.removeItem(prefix + path),
    paths: () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  };
}
