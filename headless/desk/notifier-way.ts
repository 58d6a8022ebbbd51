import type { Log } from '../../daemon/base/log.ts';
import type { Notice, NoticeAction } from '../../daemon/desk/desk.ts';

export type NotifierParts = {
  log: Pick<Log, 'warn'>;
  /** Shows the page at a path. */
  open: (path: string) => void;
  /** Passes on what the person did. */
  onAnswer: (notice: string, action: NoticeAction) => void;
  platform: NodeJS.Platform;
};

export type WayParts = NotifierParts & {
  /** Says once that nothing can be shown, and why. */
  complain: (failed: unknown) => void;
};

/** A way to show notifications; each act resolves when the next one may follow. */
export type Way = {
  show(notice: Notice): Promise<void>;
  withdraw(id: string): Promise<void>;
  close(): Promise<void>;
};

/** What the person chose: `default` is to open it, the rest is what was offered. */
export function chose(
  { id, path, actions }: Notice,
  chosen: string,
  { open, onAnswer }: Pick<NotifierParts, 'open' | 'onAnswer'>,
): void {
  const offer = actions.find((each) => each.id === chosen);
  if (chosen === 'default') open(path);
  else if (offer?.path !== undefined) open(offer.path);
  else if (offer) onAnswer(id, offer.id);
}

/** Servers of Linux read a few tags in what stands below the title: what is written there is to be seen as it is. */
export function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `notify-send` reads a backslash in what stands below the title as the beginning of another character. */
export function withBackslashes(text: string): string {
  return text.replaceAll('\\', '\\\\');
}
