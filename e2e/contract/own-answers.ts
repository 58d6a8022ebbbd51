import { openApiDocument } from '../../bridge/openapi.ts';
import { contract } from '../../daemon/contract.ts';
import { answerChecker, type LiveAnswer } from './answers.ts';
import type { Document } from './document.ts';

let check: ((answer: LiveAnswer) => string | undefined) | undefined;

/** Throws where an answer is not as the document of our own contract says. */
export function checkAnswer(answer: LiveAnswer): void {
  check ??= answerChecker(openApiDocument(contract) as Document);
  const fault = check(answer);
  if (fault !== undefined) throw new Error(fault);
}
