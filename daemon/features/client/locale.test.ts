import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDaemon } from '../../test-daemon.ts';
import { clientRequests } from './contract.ts';
import { chooseLanguage, localeFor } from './locale.ts';

test('checklist 10: the texts are available to all callers, and each is a sentence or a word', async (t) => {
  assert.equal(clientRequests.i18n.open, true);
  const { ask } = await testDaemon(t, { accounts: [] });
  const texts = await ask('client.i18n');
  assert.deepEqual(Object.keys(texts), ['code', 'invite', 'status']);
  assert.equal(texts.code, 'en');
  assert.equal(Object.keys(texts.invite).length, 14);
  assert.equal(Object.keys(texts.status).length, 4);
  for (const text of [...Object.values(texts.invite), ...Object.values(texts.status)]) assert.match(text, /^\S.*\S$/);
});

test('the language is the configured language, else that of the system, without its region if necessary', () => {
  const available = ['en', 'de', 'pt', 'pt-BR'];
  const chosen = (configured: string | undefined, environment = {}) =>
    chooseLanguage(available, { configured, environment });
  assert.deepEqual(
    [chosen('de'), chosen('DE-at'), chosen('pt_BR'), chosen('pt-PT'), chosen('fr')],
    ['de', 'de', 'pt-BR', 'pt', undefined],
  );
  assert.equal(chosen('de', { LC_ALL: 'pt_BR.UTF-8' }), 'de');
  assert.equal(chosen(undefined, { LC_ALL: '', LC_MESSAGES: 'pt_BR.UTF-8', LANG: 'de_DE.UTF-8' }), 'pt-BR');
  assert.equal(chosen(undefined, { LANG: 'de_DE@euro' }), 'de');
  assert.deepEqual([chosen(undefined, { LANG: 'C.UTF-8' }), chosen(undefined)], [undefined, undefined]);
});

test('an unavailable language falls back to English', () => {
  assert.equal(localeFor({ configured: 'fr', environment: {} }).code, 'en');
});
