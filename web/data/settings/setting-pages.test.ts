import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectOf } from './setting-pages.ts';

/** The address that `/settings/PAGE#HASH` is redirected to. */
function target(page: string, hash = ''): string | undefined {
  const link = redirectOf(page, hash);
  if (!link) return undefined;
  const params = 'params' in link ? link.params : undefined;
  return `${link.to.replace('{-$page}', params?.page ?? '')}${'hash' in link && link.hash ? `#${link.hash}` : ''}`;
}

test('addresses of pages that are sections lead to the section', () => {
  assert.deepEqual(
    ['labels', 'finding', 'access', 'other', 'about', 'import', 'filters'].map((page) => target(page)),
    [
      '/settings/general#labels',
      '/settings/general#snooze',
      '/settings/privacy#access',
      '/settings/advanced#other',
      '/settings/advanced#about',
      '/settings/storage#import',
      '/accounts#filters',
    ],
  );
  assert.equal(target('finding', 'search'), '/settings/general#search');
  assert.deepEqual(
    ['accounts', 'notifications', 'sounds', 'shortcuts', 'keys'].map((page) => target(page)),
    ['/accounts', '/sounds', '/sounds', '/keys', '/keys'],
  );
  assert.equal(target('accounts', 'filters'), '/accounts#filters');
});

test('the address of a setting leads to its page, from whichever page', () => {
  assert.equal(target('access', 'bridge.port'), '/settings/advanced#bridge.port');
  assert.equal(target('access', 'agents.profiles.mcp.allow_send'), '/settings/privacy#agents.profiles.mcp.allow_send');
  assert.equal(target('reading', 'activity.enabled'), '/settings/privacy#activity.enabled');
  assert.equal(target('general', 'notifications.enabled'), '/sounds');
  assert.equal(target('other', 'general.editor'), '/settings/advanced#general.editor');
  assert.equal(target('advanced', 'general.editor'), undefined);
});

test('present addresses stay', () => {
  for (const page of ['general', 'appearance', 'reading', 'writing', 'privacy', 'ai', 'storage', 'advanced'])
    assert.equal(target(page, 'images'), undefined);
});
