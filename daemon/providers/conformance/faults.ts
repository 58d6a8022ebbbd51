import type { FaultKind } from '../fake/faults.ts';
import type { Check } from './harness.ts';
import { lostLineClaims } from './lost-line.ts';
import { oddAnswerClaims } from './odd-answers.ts';
import { oddFolderClaims } from './odd-folders.ts';
import { verbClaims } from './verbs.ts';

/** What a provider does when something goes wrong; claims are made for the kinds that the harness can make. */
export function faultClaims(check: Check, kinds: ReadonlySet<FaultKind>, many: number): void {
  const checkIf = (kind: FaultKind): Check => (kinds.has(kind) ? check : () => undefined);
  verbClaims(checkIf);
  lostLineClaims(checkIf, many);
  oddFolderClaims(checkIf);
  oddAnswerClaims(checkIf);
}
