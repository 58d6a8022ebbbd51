import { desktopBridge, printPage } from '../../../api/desktop.ts';

/** Without scripts. The page writes into the frame, and `allow-modals` permits the dialog for printing. */
const rights = 'allow-same-origin allow-modals';

/** Prints a document. Rejects with a sentence if the desktop app cannot print. */
export async function printInFrame(html: string): Promise<void> {
  const frame = addFrame(html);
  try {
    await imagesDecoded(frame);
    const { contentWindow } = frame;
    // The app prints the whole page, of which only the frame is visible on paper.
    if (desktopBridge() || !contentWindow) await printPage();
    else contentWindow.print();
  } finally {
    frame.remove();
  }
}

/** Puts a document into the page, of which then only this is printed. */
export function addFrame(html: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', rights);
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.dataset['printed'] = '';
  document.body.append(frame);
  const { contentDocument } = frame;
  contentDocument?.open();
  contentDocument?.write(html);
  contentDocument?.close();
  frame.style.height = `${contentDocument?.documentElement.scrollHeight ?? 0}px`;
  return frame;
}

async function imagesDecoded({ contentDocument }: HTMLIFrameElement): Promise<void> {
  const hosts = [...(contentDocument?.querySelectorAll('article > div') ?? [])];
  const images = hosts.flatMap((host) => [...(host.shadowRoot?.querySelectorAll('img[src]') ?? [])]);
  // An image that cannot be decoded is printed as its alternative text.
  await Promise.allSettled(images.map((image) => (image as HTMLImageElement).decode()));
}
