import type { DesktopBridge } from '../../daemon/contract/desktop.ts';

/** The API that the desktop app gives this page; undefined in a browser. */
export function desktopBridge(): DesktopBridge | undefined {
  return (window as { posthorn?: DesktopBridge }).posthorn;
}

/**
 * Calls `show` when the user opens something outside the window: a notification, the tray, a link. Returns an unsubscribe
 * function.
 */
export function listenToDesktop(show: (path: string) => void, bridge = desktopBridge()): () => void {
  return bridge?.onOpen(show) ?? (() => undefined);
}

/** The message of an error from the app, which is a sentence that can be shown. */
export function appErrorMessage(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}

/** Prints the page, with the app's own dialog if there is one. Rejects with a sentence if printing fails. */
export async function printPage(bridge = desktopBridge()): Promise<void> {
  if (bridge) await bridge.print();
  else window.print();
}
