import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { contract } from '../../daemon/contract.ts';
import { openApiDocument } from './document.ts';

test('a public linter finds nothing in the document with its recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(openApiDocument(contract));
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const findings = found.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
  assert.deepEqual(findings, []);
});

test('the linter works: it finds an example that does not match its schema', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(openApiDocument({})).replace('"digest-2026-03-10"', '7');
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  assert.ok(found.some(({ ruleId }) => ruleId === 'no-invalid-parameter-examples'));
});
