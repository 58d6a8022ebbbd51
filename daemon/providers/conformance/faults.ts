import type { FaultKind } from '../fake/faults.ts';
import type { Check } from './harness.ts';
import { connectionLossClaims } from './connection-loss.ts';
import { unexpectedResponseClaims } from './unexpected-responses.ts';
import { unreadableFolderClaims } from './unreadable-folders.ts';
import { methodFaultClaims } from './method-faults.ts';

/** Tests of a provider under faults, for the kinds that the harness can produce. */
export function faultClaims(check: Check, kinds: ReadonlySet<FaultKind>, many: number): void {
  const checkIf = (kind: FaultKind): Check => (kinds.has(kind) ? check : () => undefined);
  methodFaultClaims(checkIf);
  connectionLossClaims(checkIf, many);
  unreadableFolderClaims(checkIf);
  unexpectedResponseClaims(checkIf);
}
