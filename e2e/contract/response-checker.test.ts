import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReceivedResponse } from './response-checker.ts';
import { checkResponse } from './check-response.ts';

const health = { method: 'GET', path: '/health', status: 200, type: 'application/json; charset=utf-8' };
const problem = {
  error: 'There is no such job.',
  code: 'not_found',
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  detail: 'There is no such job.',
  request_id: 'r1',
};
const asJson = (value: object) => JSON.stringify(value);

describe('an answer is checked against the document', () => {
  const cases: [what: string, answer: ReceivedResponse, fault: RegExp | undefined][] = [
    [
      'as it should be',
      { ...health, text: asJson({ status: 'ok', service: 'posthorn', protocol_version: 4, degraded: false }) },
      undefined,
    ],
    [
      'a field of another type',
      { ...health, text: asJson({ status: 'ok', service: 'posthorn', protocol_version: '4', degraded: false }) },
      /\/protocol_version must be integer/,
    ],
    ['a field that is missing', { ...health, text: asJson({ status: 'ok', service: 'posthorn' }) }, /protocol_version/],
    [
      'a status that is not in the document',
      { ...health, status: 418, text: '{}' },
      /status 418 is not in the document/,
    ],
    ['a page instead of JSON', { ...health, type: 'text/html', text: '' }, /its type is text\/html/],
    [
      'a problem with its code',
      { method: 'GET', path: '/mail/jobs/x?a=b', status: 404, text: asJson(problem) },
      undefined,
    ],
    [
      'a code that is not in the document',
      { method: 'GET', path: '/mail/jobs/x', status: 404, text: asJson({ ...problem, code: 'odd' }) },
      /code odd is not in the document/,
    ],
    [
      'a problem without its members',
      { method: 'GET', path: '/mail/jobs/x', status: 404, text: asJson({ code: 'not_found' }) },
      /must have required property/,
    ],
    ['another method', { method: 'POST', path: '/health', status: 405, text: asJson(problem) }, undefined],
    [
      'another method that is served',
      { method: 'POST', path: '/health', status: 200, text: asJson({}) },
      /should make it 405/,
    ],
    [
      'an unknown address that is served',
      { method: 'GET', path: '/nowhere', status: 200, text: asJson({}) },
      /should make it 404/,
    ],
    ['HEAD', { ...health, method: 'HEAD', text: '' }, undefined],
  ];
  for (const [what, answer, fault] of cases) {
    test(what, () => {
      if (fault) assert.throws(() => checkResponse(answer), { message: fault });
      else checkResponse(answer);
    });
  }
});
