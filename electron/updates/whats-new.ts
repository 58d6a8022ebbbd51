import { Notification } from 'electron';
import type { WindowStateStore } from '../window/window-state.ts';

/** The path of the page that shows what the running version brings. */
export const whatsNewPath = '/inbox#whats-new';

type NewVersionDeps = {
  version: string;
  state: WindowStateStore;
  /** Whether the app starts without a window. */
  isHidden: boolean;
  open(path: string): void;
};

/**
 * After an update the user learns once of the new version: from the page, or from a notification if there is no window. A
 * click on it opens what is new, which comes with the app.
 */
export function announceNewVersion({ version, state, isHidden, open }: NewVersionDeps): void {
  const { lastVersion } = state.current();
  if (lastVersion === version) return;
  const isUpdate = lastVersion !== '';
  const isNotified = isUpdate && isHidden && Notification.isSupported();
  state.change({ lastVersion: version, isUpdated: isUpdate && !isNotified });
  if (!isNotified) return;
  const notification = new Notification({
    title: `Posthorn was updated to version ${version}`,
    body: 'See what’s new',
    silent: true,
  });
  notification.on('click', () => open(whatsNewPath));
  notification.show();
}
