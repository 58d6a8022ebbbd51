/**
 * What the utility process tells the main process: where the page is now, or a sentence for the person that says why there
 * is none.
 */
export type UtilityNews = { kind: 'ready'; url: string } | { kind: 'failed'; reason: string };

/** What the main process asks of the utility process. */
export type UtilityOrder = { kind: 'close' };
