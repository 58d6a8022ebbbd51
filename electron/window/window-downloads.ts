import { app, dialog, type BrowserWindow, type DownloadItem, type Session } from 'electron';
import { basename, join } from 'node:path';
import { originOf } from './window-links.ts';

export type DownloadDeps = {
  window(): BrowserWindow | undefined;
  /** Where the page is at this moment. */
  origin(): string | undefined;
};

/** Saves what the page hands out, and nothing from elsewhere: the person is asked where to. */
export function handleDownloads(session: Session, { window, origin }: DownloadDeps): void {
  session.on('will-download', (event, item, contents) => {
    const chain = item.getURLChain();
    const isOwn = chain.length > 0 && chain.every((url) => isOwnContent(url, origin()));
    if (!isOwn || contents?.id === undefined || contents.id !== window()?.webContents.id) return event.preventDefault();
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), safeFileName(item.getFilename())) });
    item.once('done', (_event, state) => {
      if (state === 'interrupted') showInterrupted(item);
    });
  });
}

/** An image that stands in a mail is part of its own address. */
function isOwnContent(url: string, origin: string | undefined): boolean {
  return url.startsWith('data:image/') || (origin !== undefined && originOf(url) === origin);
}

/** A name that a mail gave is a name, and never a folder; and it cannot hide how it really ends. */
export function safeFileName(suggested: string): string {
  const name = basename(suggested.replaceAll('\\', '/'))
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*/\\]/g, '_')
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
    .slice(-120);
  return name || 'file';
}

function showInterrupted(item: DownloadItem): void {
  void dialog.showMessageBox({
    type: 'warning',
    message: `${safeFileName(item.getFilename())} was not saved`,
    detail: 'Saving it was cut short. See whether there is space left at the place you chose, then save it again.',
    buttons: ['OK'],
  });
}
