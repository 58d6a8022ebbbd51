import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryOf } from './import.ts';
import { printable } from '../terminal.ts';

const progress: Parameters<typeof summaryOf>[0] = {
  job_id: 'x',
  path: '/mail',
  status: 'succeeded',
  total: 0,
  added: 0,
  known: 0,
  failed: 0,
  passed_over: 0,
  problems: [],
  error: null,
};

test('the summary states what happened and omits counts of zero', () => {
  assert.equal(summaryOf({ ...progress, added: 1 }), 'Imported 1 message.');
  const problems = [
    { file: '/mail/a', reason: 'It is empty.' },
    { file: '/mail/b', reason: 'It is a link.' },
  ];
  assert.equal(
    summaryOf({ ...progress, added: 2_511, known: 9, failed: 102, passed_over: 1, problems }),
    [
      'Imported 2,511 messages, 9 were already here, 102 couldn’t be read, 1 file without mail passed over.',
      '  /mail/a: It is empty.',
      '  /mail/b: It is a link.',
      '  and 100 more',
    ].join('\n'),
  );
  assert.equal(
    summaryOf({ ...progress, status: 'failed', added: 3, known: 1, error: 'The import ended early.' }),
    'Broken off. Imported 3 messages, 1 was already here.\nThe import ended early.',
  );
});

test('a file name cannot send control sequences to the terminal', () => {
  assert.equal(printable('a\u001b[2Jb\u009bc\rd\u202ee\nf é 信'), 'a\ufffd[2Jb\ufffdc\ufffdd\ufffde\nf é 信');
});
