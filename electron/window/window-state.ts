import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../daemon/base/log.ts';
import { isMissing, replaceFile } from '../../daemon/config/private-file.ts';

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) });
type Bounds = z.infer<typeof rectangle>;
const place = rectangle.extend({ isMaximized: z.boolean().catch(false) });

// Separately: an unreadable value does not invalidate the others.
const windowState = z.object({
  bounds: rectangle.optional().catch(undefined),
  /** The last places of windows besides the main one. */
  extraBounds: z
    .object({ compose: place.optional().catch(undefined), reader: place.optional().catch(undefined) })
    .catch({}),
  isMaximized: z.boolean().catch(false),
  isFullScreen: z.boolean().catch(false),
  zoom: z.number().min(-4).max(5).catch(0),
  /** The path of the page that was open. */
  path: z.string().max(2000).startsWith('/').catch('/'),
  /** Whether the user knows that the app goes on when its window is closed. */
  hasClosed: z.boolean().catch(false),
  loginOffered: z.boolean().catch(false),
  /** Whether the move to the folder of applications was offered, on macOS. */
  moveOffered: z.boolean().catch(false),
  /** The version that ran last; empty before the first. */
  lastVersion: z.string().max(100).catch(''),
  /** Whether that version was new, and the user was not told so yet. */
  isUpdated: z.boolean().catch(false),
  /** Whether spelling is checked if that needs a download of a dictionary. */
  spelling: z.boolean().catch(false),
  /** The languages in which it is checked; empty for those of the system. */
  spellLanguages: z.array(z.string().max(20)).max(100).catch([]),
});
type WindowState = z.infer<typeof windowState>;

export type WindowStateStore = {
  current(): WindowState;
  /** Applies the changes, and writes the file if they change anything. */
  change(changes: Partial<WindowState>): void;
};

/** The stored state of the window, in a file of `folder`; the initial state if that cannot be read. */
export function openWindowState(folder: string, log: Log): WindowStateStore {
  const file = join(folder, 'window.json');
  let current = readState(file, log);
  let storedText = JSON.stringify(current);
  return {
    current: () => current,
    change(changes) {
      current = { ...current, ...changes };
      const text = JSON.stringify(current);
      if (text === storedText) return;
      try {
        replaceFile(file, `${text}\n`, 0o600);
        storedText = text;
      } catch (thrown) {
        // The next start uses the earlier state: not worth an error message.
        log.warn({ err: thrown }, 'the place of the window could not be stored');
      }
    },
  };
}

function readState(file: string, log: Log): WindowState {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return windowState.parse(typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {});
  } catch (thrown) {
    if (!isMissing(thrown))
      log.warn({ err: thrown }, 'the stored place of the window cannot be read: it opens as at first');
    return windowState.parse({});
  }
}

const defaultSize = { width: 1280, height: 840 };
export const minSize = { width: 360, height: 480 };
/** How much of the window must be on a display, so that it can be seen and moved. */
const minVisible = { width: 120, height: 60 };

/**
 * Where the window opens: at its last place, if that is still on a display; resized to the display if it is larger. Without
 * a place the system chooses one. `displays` are their work areas.
 */
export function visibleBounds(
  bounds: Bounds | undefined,
  displays: readonly Bounds[],
): { width: number; height: number } | Bounds {
  const largest = displays.reduce(
    (best, { width, height }) => (width * height > best.width * best.height ? { width, height } : best),
    { width: 0, height: 0 },
  );
  const limit = largest.width > 0 ? largest : defaultSize;
  const clamp = ({ width, height }: { width: number; height: number }) => ({
    width: Math.max(minSize.width, Math.min(width, limit.width)),
    height: Math.max(minSize.height, Math.min(height, limit.height)),
  });
  if (!bounds) return clamp(defaultSize);
  const isThere = displays.some((display) => isReachable(bounds, display));
  return isThere ? { x: bounds.x, y: bounds.y, ...clamp(bounds) } : clamp(bounds);
}

function isReachable(bounds: Bounds, display: Bounds): boolean {
  const visibleWidth = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x);
  // The user moves the window by its title bar.
  const isTitleBelowTop = bounds.y >= display.y - 1;
  const visibleHeight = display.y + display.height - bounds.y;
  return visibleWidth >= minVisible.width && isTitleBelowTop && visibleHeight >= minVisible.height;
}
