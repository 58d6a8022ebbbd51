import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsIn } from './secrets.ts';

const found = (text: string) => secretsIn(text).map(({ severity, description }) => `${severity}: ${description}`);

test('keys, passwords, card and account numbers are found by their format and checksum, and never repeated in full', () => {
  const key = ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ');
  assert.deepEqual(found(`Here:\n${key}\nMIIE`), ['blocker: a private key']);
  assert.deepEqual(found(`Use AKIA${'AB'.repeat(8)}.`), ['blocker: the key of a program']);
  assert.deepEqual(found(`token ghp_${'a1'.repeat(18)}`), ['blocker: the key of a program']);
  for (const line of [
    'Password: hunter2',
    'Passwort: Sommerwetter',
    'the PIN is 4711.',
    'Пароль: qwerty1',
    'pwd = x%4fff',
  ])
    assert.deepEqual(found(`Hello,\n${line}\nBye.`), ['warning: a password'], line);
  assert.deepEqual(found('Pay with 4111 1111 1111 1111 today'), ['warning: a card number that ends in 1111']);
  assert.deepEqual(found('IBAN DE89 3704 0044 0532 0130 00, thank you'), ['info: an account number that ends in 3000']);
});

test('numbers and words that only resemble secrets are not reported', () => {
  const plain = [
    'Password: see my other message',
    'The password is required, and the pin is stuck.',
    'Card 4111 1111 1111 1112, order 1234567890123456, call +49 30 1234567890',
    'IBAN DE89 3704 0044 0532 0130 01',
    '2026-03-10 08:00:00.000 2026-03-10',
    'Public key: -----BEGIN PUBLIC KEY-----',
  ];
  assert.deepEqual(plain.flatMap(found), []);
});
