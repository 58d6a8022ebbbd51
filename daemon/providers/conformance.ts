import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { changeClaims } from './conformance/changes.ts';
import { faultClaims } from './conformance/faults.ts';
import { firstSyncClaims } from './conformance/first-sync.ts';
import { folderClaims } from './conformance/folders.ts';
import type { Check, Harness } from './conformance/harness.ts';
import { identifyingHeaderClaims } from './conformance/identifying-headers.ts';
import { largeMailClaims } from './conformance/large-mail.ts';
import { moveClaims } from './conformance/moves.ts';
import { operationClaims } from './conformance/operations.ts';
import { renumberingClaims } from './conformance/renumbering.ts';
import { searchClaims } from './conformance/search.ts';
import { sourceClaims } from './conformance/sources.ts';
import { watchClaims } from './conformance/watch.ts';
import type { FaultKind } from './fake/faults.ts';

export type { Harness } from './conformance/harness.ts';

/**
 * Registers the tests that every adapter must pass. `open` creates a fresh mailbox for each test. `many` is the number of
 * messages that the tests of long syncs put into one folder; it should exceed the adapter's batch size. `faults` are the
 * fault kinds that the harness can produce.
 */
export function providerConformance(
  name: string,
  open: (context: TestContext) => Promise<Harness>,
  { many: folderSize = 450, faults = [] }: { many?: number; faults?: readonly FaultKind[] } = {},
): void {
  const check: Check = (claim, body) =>
    test(`${name}: ${claim}`, async (context) => {
      const harness = await open(context);
      try {
        await body(harness, context);
      } finally {
        await harness.close();
      }
    });

  folderClaims(check);
  firstSyncClaims(check, folderSize);
  changeClaims(check);
  identifyingHeaderClaims(check);
  moveClaims(check, folderSize);
  renumberingClaims(check, folderSize);
  sourceClaims(check);
  largeMailClaims(check);
  operationClaims(check);
  searchClaims(check);
  watchClaims(check);
  faultClaims(check, new Set(faults), folderSize);
}
