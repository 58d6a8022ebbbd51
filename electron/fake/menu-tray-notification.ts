import { EventEmitter } from 'node:events';
import { desktop } from './desktop.ts';

declare module './desktop.ts' {
  interface DesktopObjects {
    menu: Menu;
    notification: Notification;
    tray: Tray;
  }
}

// Everything that shows something beside a window. It only keeps what it was told.

export class NativeImage {
  readonly source: string;
  isTemplate = false;

  constructor(source: string) {
    this.source = source;
  }

  setTemplateImage(on: boolean): void {
    this.isTemplate = on;
  }

  isTemplateImage(): boolean {
    return this.isTemplate;
  }

  isEmpty(): boolean {
    return this.source === '';
  }

  resize(): NativeImage {
    return this;
  }

  addRepresentation(): void {}

  getSize(): { width: number; height: number } {
    return { width: 16, height: 16 };
  }
}

export const nativeImage = {
  createFromPath: (path: string) => new NativeImage(path),
  createFromDataURL: (url: string) => new NativeImage(url),
  createFromBuffer: () => new NativeImage('buffer'),
  createEmpty: () => new NativeImage(''),
};

export type ItemOptions = {
  id?: string;
  label?: string;
  type?: string;
  role?: string;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  accelerator?: string;
  submenu?: ItemOptions[] | Menu;
  click?: (...words: unknown[]) => void;
};

export class MenuItem {
  readonly options: ItemOptions;
  readonly id: string | undefined;
  readonly label: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  enabled: boolean;
  visible: boolean;
  checked: boolean;

  constructor(options: ItemOptions) {
    this.options = options;
    const { id, label = '', role, type = 'normal', accelerator, submenu } = options;
    this.id = id;
    this.label = label;
    this.role = role;
    this.type = type;
    this.accelerator = accelerator;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
  }

  click(...words: unknown[]): void {
    this.options.click?.(...words);
  }
}

export class Menu {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    desktop.applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return desktop.applicationMenu;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }

  popup(): void {
    desktop.popups.push(this);
  }

  closePopup(): void {}
}

export class ShareMenu {
  readonly #files: readonly string[];

  constructor({ filePaths = [] }: { filePaths?: readonly string[] }) {
    this.#files = filePaths;
  }

  popup(): void {
    desktop.shared.push(...this.#files);
  }
}

/** As on Linux, it is created also where no panel shows it. */
export class Tray extends EventEmitter {
  image: unknown;
  tip = '';
  title = '';
  menu: Menu | null = null;
  isGone = false;

  constructor(image: unknown) {
    super();
    this.image = image;
    desktop.trays.push(this);
  }

  setImage(image: unknown): void {
    this.image = image;
  }

  setPressedImage(): void {}

  setToolTip(tip: string): void {
    this.tip = tip;
  }

  setTitle(title: string): void {
    this.title = title;
  }

  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }

  setIgnoreDoubleClickEvents(): void {}

  popUpContextMenu(menu?: Menu): void {
    desktop.popups.push(menu ?? this.menu ?? new Menu());
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  destroy(): void {
    this.isGone = true;
  }
}

export type NotificationOptions = Record<string, unknown> & { title?: string; body?: string };

export class Notification extends EventEmitter {
  static areSupported = true;
  readonly options: NotificationOptions;
  isShown = false;

  constructor(options: NotificationOptions = {}) {
    super();
    this.options = options;
    desktop.notifications.push(this);
  }

  static isSupported(): boolean {
    return Notification.areSupported;
  }

  get title(): unknown {
    return this.options.title;
  }

  get body(): unknown {
    return this.options.body;
  }

  show(): void {
    this.isShown = true;
    this.emit('show');
  }

  close(): void {
    this.isShown = false;
    this.emit('close');
  }
}
