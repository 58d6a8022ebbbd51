import type { MessageBody } from '../../../daemon/contract/body.ts';

/** The ways a message can be shown: to read, as its bare text, as its sender laid it out, and as it was received. */
export type View = 'reader' | 'text' | 'html' | 'source';

/** What there is to choose from, in the order a key goes through it. */
export function viewsOf({ text_plain, text_html }: Pick<MessageBody, 'text_plain' | 'text_html'>): View[] {
  return [
    ...(text_plain !== null || text_html === null ? (['reader', 'text'] as const) : []),
    ...(text_html === null ? [] : (['html'] as const)),
    'source',
  ];
}

/** How a message is shown unless another way is chosen: as the daemon finds it best, text as the settings want it. */
export function firstView(body: Pick<MessageBody, 'preferred' | 'text_html'>, isReaderMode: boolean): View {
  if (body.preferred === 'html' && body.text_html !== null) return 'html';
  return isReaderMode ? 'reader' : 'text';
}

/** The way after this one, round and round. */
export function nextView(views: readonly View[], shown: View): View {
  return views[(views.indexOf(shown) + 1) % views.length] ?? shown;
}
