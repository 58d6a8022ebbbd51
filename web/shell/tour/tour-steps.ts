import { strings } from '../../i18n/strings.ts';
import { keyFor } from '../../keyboard/use-keys.ts';

const t = strings.tour;

type TourStep = { title: string; text: string; keys?: string };

/** Three steps: what to do first, how to find things, and what goes on by itself. */
export function tourSteps(isApp: boolean): readonly TourStep[] {
  return [
    { title: t.now, text: t.nowText, keys: keyFor('now') },
    { title: t.find, text: t.findText, keys: keyFor('palette') },
    { title: t.safe, text: isApp ? t.safeInApp : t.safeText, keys: keyFor('undo') },
  ];
}

const seenKey = 'posthorn.tour';

/** Where the first visit of the inbox leads: with the tour, unless this browser has shown it. */
export function firstVisitHash(storage: Pick<Storage, 'getItem'> = localStorage): 'tour' | undefined {
  return storage.getItem(seenKey) === null ? 'tour' : undefined;
}

export function markTourShown(storage: Pick<Storage, 'setItem'> = localStorage): void {
  storage.setItem(seenKey, 'shown');
}
