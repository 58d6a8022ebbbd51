import type { Evidence } from './delivery.ts';

/**
 * The port to a model that looks again at evidence of little confidence. It gets the internal id of the message, and returns what is
 * to be believed: the same, corrected with the source `llm`, or nothing. It must not throw.
 */
export type ConfirmEvidence = (message: number, evidence: readonly Evidence[]) => Promise<Evidence[]>;

/** Evidence below this is shown to a model where there is one. */
export const confirmedBelow = 0.75;
