import type { MessageBody } from '../../../daemon/contract/body.ts';

/** The views of a message: for reading, plain text, original HTML, and source. */
export type View = 'reader' | 'text' | 'html' | 'source';

/** The available views, in the order of the key that cycles through them. */
export function viewsOf({ text_plain, text_html }: Pick<MessageBody, 'text_plain' | 'text_html'>): View[] {
  return [
    ...(text_plain !== null || text_html === null ? (['reader', 'text'] as const) : []),
    ...(text_html === null ? [] : (['html'] as const)),
    'source',
  ];
}

/** The view of a message until the user chooses another: the daemon's suggestion, and the text view of the settings. */
export function firstView(body: Pick<MessageBody, 'preferred' | 'text_html'>, isReaderMode: boolean): View {
  if (body.preferred === 'html' && body.text_html !== null) return 'html';
  return isReaderMode ? 'reader' : 'text';
}

/** The next view; after the last comes the first. */
export function nextView(views: readonly View[], shown: View): View {
  return views[(views.indexOf(shown) + 1) % views.length] ?? shown;
}
