import { openApiDocument } from '../../bridge/openapi/document.ts';
import { contract } from '../../daemon/contract.ts';
import { oncePerRun } from '../runner/run-cache.ts';
import { createResponseChecker, type ReceivedResponse } from './response-checker.ts';
import type { OpenApiDocument } from './openapi-document.ts';

let checkOwnContract: ((answer: ReceivedResponse) => string | undefined) | undefined;

/** Throws if an answer does not match the document of our own contract. */
export function checkResponse(answer: ReceivedResponse): void {
  checkOwnContract ??= createResponseChecker(oncePerRun('openapi', () => openApiDocument(contract) as OpenApiDocument));
  const fault = checkOwnContract(answer);
  if (fault !== undefined) throw new Error(fault);
}
