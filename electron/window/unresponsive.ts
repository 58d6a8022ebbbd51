import { dialog, type BrowserWindow } from 'electron';

/** A page that has not answered for a while: the user may wait for it, or load it again at the same view. */
export function offerReloadWhenStuck(window: BrowserWindow, { reload }: { reload(): void }): void {
  let asking: AbortController | undefined;
  window.on('responsive', () => asking?.abort());
  window.on('unresponsive', () => void ask());

  async function ask(): Promise<void> {
    if (asking) return;
    const question = (asking = new AbortController());
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'Posthorn isn’t responding',
      detail:
        'Mail is still synced and sent. If you reload, a message that you are writing is kept as far as it was saved.',
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      signal: question.signal,
    });
    asking = undefined;
    if (response === 1 && !question.signal.aborted && !window.isDestroyed()) reload();
  }
}
