/** What a TAP report says at its end, and which tests it says were skipped. */
export type Summary = { tests: number; skips: { name: string; reason: string }[]; closing: string[] };

export function readSummary(tap: string): Summary {
  const lines = tap.split('\n');
  // What a test prints is a TAP comment too: only those after the plan are the runner's own.
  const afterPlan = lines.slice(lines.findLastIndex((line) => /^1\.\.\d+$/.test(line)) + 1);
  const closing = afterPlan.filter((line) =>
    /^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(line),
  );
  const skips = lines.flatMap((line) => {
    const [, name, reason] = /^\s*(?:not )?ok \d+ - (.*) # SKIP ?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, reason: reason || 'no reason given' }];
  });
  const tests = Number(closing.find((line) => line.startsWith('# tests '))?.split(' ')[2] ?? 0);
  return { tests, skips, closing };
}

/** One line for each reason, with how many tests were skipped for it. */
export function skipLines({ skips }: Summary): string[] {
  const byReason = Map.groupBy(skips, ({ reason }) => reason);
  return [...byReason].map(([reason, skipped]) => `Skipped ${skipped.length}: ${reason}`);
}

/**
 * What makes a run a failure although no test failed: that it did not end, that no test ran, or, where every peer is
 * installed, that a test of a peer (a real server, Chromium) was skipped. Such tests give a reason that begins with
 * `peer:`.
 */
export function complaintsAbout(
  { tests, skips, closing }: Summary,
  { arePeersRequired }: { arePeersRequired: boolean },
): string[] {
  if (closing.length === 0) return ['The run was broken off before its end.'];
  if (tests === 0) return ['No test ran.'];
  if (!arePeersRequired) return [];
  return skips
    .filter(({ reason }) => reason.startsWith('peer:'))
    .map(({ name, reason }) => `Every peer is required here, yet "${name}" was skipped (${reason}).`);
}
