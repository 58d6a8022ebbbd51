import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupEntries } from './entry-groups.ts';
import type { ActivityEntry } from '../../data/queries/activity.ts';

let count = 0;
const entry = (action: string, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: ++count,
  ts: 1_795_000_000_000 - count,
  source: 'web',
  token_id: null,
  action,
  tier: 'standard',
  account_id: null,
  target_kind: null,
  target_id: null,
  outcome: 'ok',
  took_ms: 1,
  context: null,
  redacted: false,
  ...more,
});

const groupSizes = (entries: readonly ActivityEntry[]) =>
  groupEntries(entries).map(({ isWriting, entries: [first, ...others] }) => [
    first.action,
    others.length + 1,
    isWriting,
  ]);

test('repeated saves of a draft are one group', () => {
  const entries = ['compose.save', 'compose.update', 'compose.update', 'compose.open'].map((action) => entry(action));
  assert.deepEqual(groupSizes([...entries, entry('mail.archive')]), [
    ['compose.save', 4, true],
    ['mail.archive', 1, false],
  ]);
});

test('two equal entries stay separate, as do entries of other callers and failures', () => {
  const archive = (more: Partial<ActivityEntry> = {}) => entry('mail.archive', more);
  assert.deepEqual(groupSizes([archive(), archive()]), [
    ['mail.archive', 1, false],
    ['mail.archive', 1, false],
  ]);
  const mixed = [archive(), archive({ source: 'agent' }), archive({ outcome: 'policy' }), archive({ token_id: 't' })];
  assert.equal(groupSizes(mixed).length, 4);
});
