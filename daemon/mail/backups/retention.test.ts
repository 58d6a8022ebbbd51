import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDay, outdatedBackups, type Retention } from './retention.ts';

const kept: Retention = { keep_daily: 7, keep_weekly: 4, max_bytes: 1e12, zone: 'Europe/Berlin' };
const size = () => 1e9;

/** A backup at 01:00 UTC of the nth day of March 2026, whose first day was a Sunday. */
function backupOf(day: number, { is_sound = true, hour = 1 } = {}) {
  const made_at = new Date(Date.UTC(2026, 2, day, hour)).toISOString();
  return { name: `day ${day}${hour === 1 ? '' : ` ${hour}:00`}`, made_at, is_sound };
}

/** The days kept after a backup was made on each of `days` days, with those outdated removed each time. */
function keptAfter(days: number, retention: Retention = kept): string[] {
  let backups: ReturnType<typeof backupOf>[] = [];
  for (let day = 1; day <= days; day++) {
    const all = [backupOf(day), ...backups];
    const outdated = outdatedBackups(all, retention, size);
    backups = all.filter(({ name }) => !outdated.includes(name));
  }
  return backups.map(({ name }) => name);
}

test('of a backup each day, the last seven days and the last day of each of four weeks before them are kept', () => {
  assert.deepEqual(keptAfter(5), ['day 5', 'day 4', 'day 3', 'day 2', 'day 1']);
  const week = ['day 60', 'day 59', 'day 58', 'day 57', 'day 56', 'day 55', 'day 54'];
  // Day 53 is of the week in which the last seven days began; the others are Sundays.
  assert.deepEqual(keptAfter(60), [...week, 'day 53', 'day 50', 'day 43', 'day 36']);
  assert.deepEqual(keptAfter(60, { ...kept, keep_daily: 1, keep_weekly: 0 }), ['day 60']);
});

test('days without a backup count for nothing', () => {
  const backups = [backupOf(30), backupOf(20), backupOf(10), backupOf(1)];
  assert.deepEqual(outdatedBackups(backups, { ...kept, keep_daily: 2, keep_weekly: 1 }, size), ['day 1']);
});

test('of two backups of one day the newer is kept, and the day is that of the clocks at home', () => {
  const backups = [backupOf(3), backupOf(2, { hour: 23 }), backupOf(2)];
  assert.deepEqual(outdatedBackups(backups, { ...kept, keep_weekly: 0 }, size), ['day 2 23:00']);
  assert.deepEqual(outdatedBackups(backups, { ...kept, keep_weekly: 0, zone: 'UTC' }, size), ['day 2']);
  assert.equal(localDay('2026-03-02T23:00:00.000Z', 'Europe/Berlin'), localDay('2026-03-03T12:00:00.000Z', 'UTC'));
});

test('the oldest are not kept where the size is limited, and the newest sound one always is', () => {
  const backups = [backupOf(5), backupOf(4), backupOf(3), backupOf(2)];
  assert.deepEqual(outdatedBackups(backups, { ...kept, max_bytes: 2.5e9 }, size), ['day 3', 'day 2']);
  assert.deepEqual(outdatedBackups(backups, { ...kept, max_bytes: 1 }, size), ['day 4', 'day 3', 'day 2']);
  const newestDamaged = [backupOf(6, { is_sound: false }), ...backups];
  assert.deepEqual(outdatedBackups(newestDamaged, { ...kept, max_bytes: 1 }, size), [
    'day 6',
    'day 4',
    'day 3',
    'day 2',
  ]);
});

test('a damaged backup takes the place of no sound one, and is kept until all sound ones are newer', () => {
  const limits = { ...kept, keep_daily: 2, keep_weekly: 0 };
  const damaged = backupOf(3, { is_sound: false });
  assert.deepEqual(outdatedBackups([backupOf(4), damaged, backupOf(2), backupOf(1)], limits, size), ['day 1']);
  assert.deepEqual(outdatedBackups([backupOf(5), backupOf(4), damaged, backupOf(2)], limits, size), ['day 3', 'day 2']);
  assert.deepEqual(outdatedBackups([damaged], limits, size), []);
});
