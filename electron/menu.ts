import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { UpdateState } from '../daemon/contract/desktop.ts';

/** What a person can do from the menu beside what the system does by itself. */
export type MenuAct =
  | { do: 'open'; path: string }
  | { do: 'zoom'; by: 1 | -1 | 0 }
  | { do: 'spelling'; on: boolean }
  | { do: 'sync' | 'print' | 'reload' | 'check_update' | 'install' | 'close_window' | 'quit' };

/** What the menu depends on. */
export type MenuState = {
  platform: NodeJS.Platform;
  /** Whether the page is shown: without it most of the menu is off. */
  hasPage: boolean;
  /** Whether the app runs from source. */
  hasTools: boolean;
  update: UpdateState;
  /** Undefined where the system checks spelling by itself. */
  spelling: boolean | undefined;
};

type Item = MenuItemConstructorOptions;
type Acting = (act: MenuAct) => () => void;
const line: Item = { type: 'separator' };

/** Puts the menu where the system has it: above the screen, or behind Alt in the window. */
export function setMenu(state: MenuState, act: (act: MenuAct) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, act)));
}

/**
 * The menu of the app. The page hears a key first, and what it takes does nothing here; so the keys of this menu are others
 * than the page's own, but for undo and redo, which in a field are the field's.
 */
export function menuTemplate(state: MenuState, act: (act: MenuAct) => void): Item[] {
  const acting: Acting = (wanted) => () => act(wanted);
  return [
    ...(state.platform === 'darwin' ? [appMenu(state, acting)] : []),
    { label: '&File', submenu: fileItems(state, acting) },
    { label: '&Edit', submenu: editItems(state, acting) },
    { label: '&View', submenu: viewItems(state, acting) },
    { label: '&Go', submenu: goItems(state, acting) },
    ...(state.platform === 'darwin' ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', label: '&Help', submenu: helpItems(state, acting) },
  ];
}

function appMenu(state: MenuState, acting: Acting): Item {
  return {
    label: 'Posthorn',
    submenu: [
      { role: 'about' },
      updateItem(state, acting),
      line,
      preferences(state, acting),
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      quit(acting, 'Quit Posthorn'),
    ],
  };
}

function fileItems({ platform, ...state }: MenuState, acting: Acting): Item[] {
  const enabled = state.hasPage;
  return [
    { label: 'New message', accelerator: 'CmdOrCtrl+N', enabled, click: acting({ do: 'open', path: '/compose' }) },
    line,
    { label: 'Sync now', accelerator: 'CmdOrCtrl+Shift+N', enabled, click: acting({ do: 'sync' }) },
    { label: 'Print…', accelerator: 'CmdOrCtrl+P', enabled, click: acting({ do: 'print' }) },
    line,
    ...(platform === 'darwin' ? [] : [preferences({ platform, ...state }, acting), line]),
    { label: 'Close window', accelerator: 'CmdOrCtrl+W', click: acting({ do: 'close_window' }) },
    ...(platform === 'darwin' ? [] : [quit(acting, 'Quit')]),
  ];
}

/** Without a role: the role would end the app before what it sends has been handed over. */
function quit(acting: Acting, label: string): Item {
  return { label, accelerator: 'CmdOrCtrl+Q', click: acting({ do: 'quit' }) };
}

function preferences({ hasPage, platform }: MenuState, acting: Acting): Item {
  const label = platform === 'darwin' ? 'Settings…' : 'Preferences';
  return { label, accelerator: 'CmdOrCtrl+,', enabled: hasPage, click: acting({ do: 'open', path: '/accounts' }) };
}

function editItems({ hasPage, spelling, platform }: MenuState, acting: Acting): Item[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    line,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'selectAll' },
    line,
    {
      label: 'Search mail…',
      accelerator: 'CmdOrCtrl+F',
      enabled: hasPage,
      click: acting({ do: 'open', path: '/search' }),
    },
    ...(spelling === undefined ? [] : [line, spellingItem(spelling, acting)]),
    ...(platform === 'darwin'
      ? [line, { label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] } as Item]
      : []),
  ];
}

function spellingItem(isOn: boolean, acting: Acting): Item {
  return { label: 'Check spelling', type: 'checkbox', checked: isOn, click: acting({ do: 'spelling', on: !isOn }) };
}

function viewItems({ hasTools, hasPage }: MenuState, acting: Acting): Item[] {
  const zoom = (by: 1 | -1 | 0) => acting({ do: 'zoom', by });
  return [
    { label: 'Larger', accelerator: 'CmdOrCtrl+Plus', click: zoom(1) },
    // The key of + without Shift, as most type it.
    { label: 'Larger', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true, click: zoom(1) },
    { label: 'Smaller', accelerator: 'CmdOrCtrl+-', click: zoom(-1) },
    { label: 'Actual size', accelerator: 'CmdOrCtrl+0', click: zoom(0) },
    line,
    { label: 'Reload', accelerator: 'CmdOrCtrl+R', enabled: hasPage, click: acting({ do: 'reload' }) },
    { role: 'togglefullscreen' },
    ...(hasTools ? [line, { role: 'toggleDevTools' } as Item] : []),
  ];
}

const places = [
  ['Inbox', '/inbox'],
  ['All mail', '/all'],
  ['Drafts', '/drafts'],
  ['Outbox', '/outbox'],
  ['Snoozed', '/snoozed'],
  ['Reminders', '/reminders'],
] as const;

function goItems({ hasPage }: MenuState, acting: Acting): Item[] {
  return places.map(([label, path], place) => ({
    label,
    accelerator: `CmdOrCtrl+${place + 1}`,
    enabled: hasPage,
    click: acting({ do: 'open', path }),
  }));
}

function helpItems(state: MenuState, acting: Acting): Item[] {
  return [
    { label: 'Report a problem…', enabled: state.hasPage, click: acting({ do: 'open', path: '/diagnostics' }) },
    ...(state.platform === 'darwin' ? [] : [updateItem(state, acting), { role: 'about' } as Item]),
  ];
}

/** Says how the update stands, and does the next step of it. */
function updateItem({ update }: MenuState, acting: Acting): Item {
  switch (update.state) {
    case 'ready':
      return { label: `Restart to update to ${update.version}`, click: acting({ do: 'install' }) };
    case 'checking':
      return { label: 'Looking for an update…', enabled: false };
    case 'downloading':
      return { label: `Fetching the update: ${Math.round(update.percent)} %`, enabled: false };
    default:
      return { label: 'Check for updates…', click: acting({ do: 'check_update' }) };
  }
}
