import { Notification, shell } from 'electron';
import type { WindowStateStore } from '../window/window-state.ts';

/** After an update tells the user of the new version once; a click opens `page`, where its changes are described. */
export function announceNewVersion({
  version,
  page,
  state,
}: {
  version: string;
  page: string | null;
  state: WindowStateStore;
}): void {
  const { lastVersion } = state.current();
  if (lastVersion === version) return;
  state.change({ lastVersion: version });
  if (lastVersion === '' || page === null || !Notification.isSupported()) return;
  const notification = new Notification({
    title: `Posthorn was updated to version ${version}`,
    body: 'See what’s new',
    silent: true,
  });
  notification.on('click', () => void shell.openExternal(page));
  notification.show();
}
