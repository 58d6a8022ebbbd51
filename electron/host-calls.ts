/** What the utility process tells the main process. `reason` is a sentence for the person. */
export type UtilityNews = { kind: 'ready'; url: string } | { kind: 'failed'; reason: string };

/** What the main process asks of the utility process. */
export type UtilityOrder = { kind: 'close' };
