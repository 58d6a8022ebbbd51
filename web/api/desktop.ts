import type { DesktopBridge } from '../../daemon/contract/desktop.ts';

/** What the desktop app lends to this page; undefined in a browser. */
export function desktopBridge(): DesktopBridge | undefined {
  return (window as { posthorn?: DesktopBridge }).posthorn;
}

/** Shows what the person asks for outside the window: a notification, the tray, a link. Gives what ends that. */
export function listenToDesktop(show: (path: string) => void, bridge = desktopBridge()): () => void {
  return bridge?.onOpen(show) ?? (() => undefined);
}

/** What the app said when it refused: it does so in sentences. */
export function appErrorMessage(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}

/** Prints what is shown, by the app's own dialog where there is one. Rejects with a sentence where that does not work. */
export async function printPage(bridge = desktopBridge()): Promise<void> {
  if (bridge) await bridge.print();
  else window.print();
}
