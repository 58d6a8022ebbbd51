import { app, dialog, Notification, shell, type DownloadItem, type Session, type WebContents } from 'electron';
import { basename, join } from 'node:path';
import { markUntrusted } from '../../daemon/base/untrusted-file.ts';
import { originOf } from './window-links.ts';

type DownloadDeps = {
  /** Whether it is a window of the app. */
  isOwn(contents: WebContents): boolean;
  /** The current address of the page. */
  origin(): string | undefined;
};

/** Saves downloads of the page only: the user is asked where to. */
export function handleDownloads(session: Session, { isOwn, origin }: DownloadDeps): void {
  session.on('will-download', (event, item, contents) => {
    const chain = item.getURLChain();
    const isOwnUrl = chain.length > 0 && chain.every((url) => isOwnContent(url, origin()));
    // The system may report a download without its page.
    const page: WebContents | undefined = contents;
    if (!isOwnUrl || !page || !isOwn(page)) return event.preventDefault();
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), safeFileName(item.getFilename())) });
    item.once('done', (_event, state) => {
      if (state === 'interrupted') showInterrupted(item);
      if (state === 'completed') void markUntrusted(item.getSavePath()).then(() => showSaved(item.getSavePath()));
    });
  });
}

/** An image inside a message is contained in its own address. */
function isOwnContent(url: string, origin: string | undefined): boolean {
  return url.startsWith('data:image/') || (origin !== undefined && originOf(url) === origin);
}

/** A name from a message is only a name, never a folder; and it cannot hide its real extension. */
export function safeFileName(suggested: string): string {
  const name = basename(suggested.replaceAll('\\', '/'))
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*/\\]/g, '_')
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
    .slice(-120);
  return name || 'file';
}

/** A click on the notification shows the file in its folder. */
function showSaved(path: string): void {
  if (process.platform === 'darwin') app.dock?.downloadFinished(path);
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title: `${basename(path)} was saved`, body: 'Show in folder', silent: true });
  notification.on('click', () => shell.showItemInFolder(path));
  notification.show();
}

function showInterrupted(item: DownloadItem): void {
  void dialog.showMessageBox({
    type: 'warning',
    message: `${safeFileName(item.getFilename())} was not saved`,
    detail: 'The download was interrupted. Check that there is enough free space, then save it again.',
    buttons: ['OK'],
  });
}
