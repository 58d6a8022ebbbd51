import type { Fields } from './fields.ts';

/**
 * Text that the daemon may not have stored. `revision` is the revision it is based on. `sent` is the text of the update that
 * was being sent and may have arrived.
 */
type UnsavedDraft = { fields: Fields; revision: number; sent?: Fields | undefined };

export type DraftRecovery = {
  read: (path: string) => UnsavedDraft | undefined;
  /** Returns whether there was room. */
  write: (path: string, kept: UnsavedDraft) => boolean;
  remove: (path: string) => void;
  /** The sessions with kept text. */
  paths: () => string[];
};

const prefix = 'posthorn-writing:';

/** Keeps text in this browser, where it outlives the window, until the daemon has stored it. */
export function createDraftRecovery(storage: Storage): DraftRecovery {
  return {
    read(path) {
      const text = storage.getItem(prefix + path);
      if (text === null) return undefined;
      try {
        return JSON.parse(text) as UnsavedDraft;
      } catch (error) {
        // A value that a browser crash cut short is not usable.
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
