import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Log } from '../../daemon/base/log.ts';
import { isMissing, replaceFile } from '../../daemon/config/private-file.ts';
import type { LastView } from '../../daemon/contract/desktop.ts';
import { lastViewFile, removeLastView } from '../last-view-file.ts';

/** A list of a few screens. Longer ones are not kept. In characters. */
const maxHtml = 500_000;

/** Elements that load or run something, or change what the document is, and the addresses of a card's buttons. */
const forbidden = /<(?:script|iframe|frame|object|embed|base|meta|link|style|form|portal)\b|posthorn-remedy:/i;

const lastView = z.object({
  path: z.string().max(2000).startsWith('/'),
  attributes: z.record(z.string().regex(/^(?:lang|dir|style|data-[a-z-]+)$/), z.string().max(2000)),
  styles: z.array(z.string().regex(/^\/assets\/[\w.-]+\.css$/)).max(100),
  notice: z.string().min(1).max(500),
  html: z
    .string()
    .min(1)
    .max(maxHtml)
    .refine((html) => !forbidden.test(html), 'The list contains something that is no list.'),
});

const storedView = lastView.extend({ storedAt: z.iso.datetime(), version: z.string() });
export type StoredView = LastView & { storedAt: string };

export type LastViewStore = {
  /** The view for a start at this path; undefined if there is none, or if it is of another list or another version. */
  viewFor(path: string): StoredView | undefined;
  /** The view that the window shows, for the page that replaces it; undefined for later pages. */
  takeShown(): StoredView | undefined;
  setShown(view: StoredView | undefined): void;
  /** Throws if it is not a list. Does nothing during a demo. */
  store(view: unknown): void;
  forget(): void;
  /** The page shows a demo, or the user's own mail. */
  setDemo(isDemo: boolean): void;
};

type LastViewDeps = { folder: string; version: string; now(): Date; log: Log };

/** A list that is older says little about the mail. In milliseconds. */
const maxAgeMs = 14 * 86_400_000;

export function openLastView({ folder, version, now, log }: LastViewDeps): LastViewStore {
  const file = lastViewFile(folder);
  let isDemo = false;
  let shown: StoredView | undefined;
  return {
    setShown: (view) => void (shown = view),
    takeShown() {
      const taken = isDemo ? undefined : shown;
      shown = undefined;
      return taken;
    },
    viewFor(path) {
      const view = readView(file, log);
      if (!view || view.version !== version || listOf(view.path) !== listOf(path)) return undefined;
      const age = now().getTime() - Date.parse(view.storedAt);
      return age >= 0 && age < maxAgeMs ? view : undefined;
    },
    store(view) {
      if (isDemo) return;
      const parsed = lastView.safeParse(view);
      if (!parsed.success) throw new Error('The list can’t be kept for the next start.');
      try {
        replaceFile(file, JSON.stringify({ ...parsed.data, version, storedAt: now().toISOString() }), 0o600);
      } catch (thrown) {
        // The next start shows its card instead: not worth an error message.
        log.warn({ err: thrown }, 'the last list could not be stored');
      }
    },
    forget: () => removeLastView(folder),
    setDemo: (next) => void (isDemo = next),
  };
}

function readView(file: string, log: Log): z.infer<typeof storedView> | undefined {
  try {
    return storedView.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (thrown) {
    if (!isMissing(thrown)) log.warn({ err: thrown }, 'the last list cannot be read: the start shows its card');
    return undefined;
  }
}

/** The list of a path, whichever conversation is open in it. */
function listOf(path: string): string {
  return path.replace(/\/m\/[^/?#]+/, '');
}
