/**
 * Characters that surely fit into one token. Tokenizers differ; English has about four characters a token, other languages
 * have fewer.
 */
const charsPerToken = 3;

/** At most half of what a model can take in is kept for its answer. */
export function answerTokensFor(contextWindow: number, wanted: number): number {
  return Math.max(32, Math.min(wanted, Math.floor(contextWindow / 2)));
}

/** How many characters of a request fit beside the instructions and the answer. */
export function textBudget(
  contextWindow: number,
  { system, maxTokens }: { system: string; maxTokens: number },
): number {
  return Math.max(200, (contextWindow - maxTokens) * charsPerToken - system.length - 100);
}
