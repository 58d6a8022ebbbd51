import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { SpellLanguage } from '../window/spell-checker.ts';
import { whatsNewPath } from '../updates/whats-new.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';

/** The user's actions in the menu, in addition to those of the system. */
export type MenuAction =
  | { do: 'open'; path: string }
  /** Opens a window of its own for the path, or for what is shown. */
  | { do: 'open_window'; path?: string }
  | { do: 'zoom'; by: 1 | -1 | 0 }
  | { do: 'spelling'; on: boolean }
  | { do: 'spell_language'; code: string }
  | { do: 'sync' | 'print' | 'reload' | 'check_update' | 'get_update' | 'install' | 'close_window' | 'quit' };

/** The state on which the menu depends. */
type MenuState = {
  platform: NodeJS.Platform;
  /** Whether the page is shown: without it most of the menu is disabled. */
  hasPage: boolean;
  /** Whether the app runs from source. */
  hasDevTools: boolean;
  update: UpdateState;
  /** Undefined if the system checks spelling by itself. */
  spelling: boolean | undefined;
  /** Empty while spelling is not checked, or if the system does it. */
  spellLanguages: readonly SpellLanguage[];
};

type Item = MenuItemConstructorOptions;
type ClickHandlerFactory = (act: MenuAction) => () => void;
const separator: Item = { type: 'separator' };

/** Sets the menu where the system has it: at the top of the screen, or behind Alt in the window. */
export function setApplicationMenu(state: MenuState, onAction: (onAction: MenuAction) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, onAction)));
}

/**
 * The menu of the app. The page receives a key first, and a key it handles has no effect here; so the accelerators of this
 * menu differ from the page's key bindings, except for undo and redo, which in a field belong to the field.
 */
function menuTemplate(state: MenuState, onAction: (onAction: MenuAction) => void): Item[] {
  const onClick: ClickHandlerFactory = (action) => () => onAction(action);
  return [
    ...(state.platform === 'darwin' ? [appMenu(state, onClick)] : []),
    { label: '&File', submenu: fileItems(state, onClick) },
    { label: '&Edit', submenu: editItems(state, onClick) },
    { label: '&View', submenu: viewItems(state, onClick) },
    { label: '&Go', submenu: goItems(state, onClick) },
    ...(state.platform === 'darwin' ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', label: '&Help', submenu: helpItems(state, onClick) },
  ];
}

function appMenu(state: MenuState, onClick: ClickHandlerFactory): Item {
  return {
    label: 'Posthorn',
    submenu: [
      { role: 'about' },
      updateItem(state, onClick),
      separator,
      preferencesItem(state, onClick),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      quitItem(onClick, 'Quit Posthorn'),
    ],
  };
}

function fileItems({ platform, ...state }: MenuState, onClick: ClickHandlerFactory): Item[] {
  const enabled = state.hasPage;
  return [
    { label: 'New message', accelerator: 'CmdOrCtrl+N', enabled, click: onClick({ do: 'open', path: '/compose' }) },
    {
      label: 'New message in a window',
      accelerator: 'CmdOrCtrl+Alt+N',
      enabled,
      click: onClick({ do: 'open_window', path: '/compose' }),
    },
    { label: 'Open in a new window', accelerator: 'CmdOrCtrl+Alt+O', enabled, click: onClick({ do: 'open_window' }) },
    separator,
    { label: 'Sync now', accelerator: 'CmdOrCtrl+Shift+N', enabled, click: onClick({ do: 'sync' }) },
    { label: 'Print…', accelerator: 'CmdOrCtrl+P', enabled, click: onClick({ do: 'print' }) },
    separator,
    ...(platform === 'darwin' ? [] : [preferencesItem({ platform, ...state }, onClick), separator]),
    { label: 'Close window', accelerator: 'CmdOrCtrl+W', click: onClick({ do: 'close_window' }) },
    ...(platform === 'darwin' ? [] : [quitItem(onClick, 'Quit')]),
  ];
}

/** Without a role: the role would end the app during a send. */
function quitItem(onClick: ClickHandlerFactory, label: string): Item {
  return { label, accelerator: 'CmdOrCtrl+Q', click: onClick({ do: 'quit' }) };
}

function preferencesItem({ hasPage, platform }: MenuState, onClick: ClickHandlerFactory): Item {
  const label = platform === 'darwin' ? 'Settings…' : 'Preferences';
  return { label, accelerator: 'CmdOrCtrl+,', enabled: hasPage, click: onClick({ do: 'open', path: '/accounts' }) };
}

function editItems({ hasPage, spelling, spellLanguages, platform }: MenuState, onClick: ClickHandlerFactory): Item[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'selectAll' },
    separator,
    {
      label: 'Search mail…',
      accelerator: 'CmdOrCtrl+F',
      enabled: hasPage,
      click: onClick({ do: 'open', path: '/search' }),
    },
    ...(spelling === undefined ? [] : [separator, spellingItem(spelling, onClick)]),
    ...languageItems(spellLanguages, onClick),
    ...(platform === 'darwin'
      ? [separator, { label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] } as Item]
      : []),
  ];
}

function languageItems(languages: readonly SpellLanguage[], onClick: ClickHandlerFactory): Item[] {
  if (languages.length === 0) return [];
  const submenu = languages.map(({ code, name, isOn }): Item => {
    return { label: name, type: 'checkbox', checked: isOn, click: onClick({ do: 'spell_language', code }) };
  });
  return [{ label: 'Spelling languages', submenu }];
}

function spellingItem(isOn: boolean, onClick: ClickHandlerFactory): Item {
  return { label: 'Check spelling', type: 'checkbox', checked: isOn, click: onClick({ do: 'spelling', on: !isOn }) };
}

function viewItems({ hasDevTools, hasPage }: MenuState, onClick: ClickHandlerFactory): Item[] {
  const zoom = (by: 1 | -1 | 0) => onClick({ do: 'zoom', by });
  return [
    { label: 'Larger', accelerator: 'CmdOrCtrl+Plus', click: zoom(1) },
    // The + key without Shift, as most users type it.
    { label: 'Larger', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true, click: zoom(1) },
    { label: 'Smaller', accelerator: 'CmdOrCtrl+-', click: zoom(-1) },
    { label: 'Actual size', accelerator: 'CmdOrCtrl+0', click: zoom(0) },
    separator,
    { label: 'Reload', accelerator: 'CmdOrCtrl+R', enabled: hasPage, click: onClick({ do: 'reload' }) },
    { role: 'togglefullscreen' },
    ...(hasDevTools ? [separator, { role: 'toggleDevTools' } as Item] : []),
  ];
}

const views = [
  ['Now', '/now'],
  ['Inbox', '/inbox'],
  ['All mail', '/all'],
  ['Drafts', '/drafts'],
  ['Outbox', '/outbox'],
  ['Snoozed', '/snoozed'],
  ['Reminders', '/reminders'],
] as const;

function goItems({ hasPage }: MenuState, onClick: ClickHandlerFactory): Item[] {
  return views.map(([label, path], index) => ({
    label,
    accelerator: `CmdOrCtrl+${index + 1}`,
    enabled: hasPage,
    click: onClick({ do: 'open', path }),
  }));
}

function helpItems(state: MenuState, onClick: ClickHandlerFactory): Item[] {
  const show = (label: string, path: string): Item => ({
    label,
    enabled: state.hasPage,
    click: onClick({ do: 'open', path }),
  });
  return [
    show('Posthorn help', '/help'),
    show('Tour of Posthorn', '/inbox#tour'),
    show('What’s new', whatsNewPath),
    separator,
    { label: 'Report a problem…', enabled: state.hasPage, click: onClick({ do: 'open', path: '/diagnostics' }) },
    ...(state.platform === 'darwin' ? [] : [updateItem(state, onClick), { role: 'about' } as Item]),
  ];
}

/** Shows the state of the update, and does its next step. */
function updateItem({ update }: MenuState, onClick: ClickHandlerFactory): Item {
  switch (update.state) {
    case 'ready':
      return { label: `Restart to update to ${update.version}`, click: onClick({ do: 'install' }) };
    case 'available':
      return { label: `Get version ${update.version}…`, click: onClick({ do: 'get_update' }) };
    case 'checking':
      return { label: 'Checking for updates…', enabled: false };
    case 'downloading':
      return { label: `Downloading update: ${Math.round(update.percent)}%`, enabled: false };
    default:
      return { label: 'Check for updates…', click: onClick({ do: 'check_update' }) };
  }
}
