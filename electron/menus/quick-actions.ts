import { app, Menu } from 'electron';

const actions = [
  { title: 'New message', link: 'posthorn://compose', path: '/compose' },
  { title: 'Inbox', link: 'posthorn://open/inbox', path: '/inbox' },
  { title: 'Search', link: 'posthorn://search/', path: '/search' },
] as const;

/** The actions behind the icon of the app in the dock and in the taskbar; on Linux they are in its desktop entry. */
export function setQuickActions(platform: NodeJS.Platform, open: (path: string) => void): void {
  if (platform === 'darwin') {
    app.dock?.setMenu(
      Menu.buildFromTemplate(actions.map(({ title, path }) => ({ label: title, click: () => open(path) }))),
    );
  } else if (platform === 'win32' && app.isPackaged) {
    app.setUserTasks(
      actions.map(({ title, link }) => ({
        program: process.execPath,
        arguments: link,
        title,
        description: title,
        iconPath: process.execPath,
        iconIndex: 0,
      })),
    );
  }
}
