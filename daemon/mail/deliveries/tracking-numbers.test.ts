import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersInLinks, numbersInText, orderNumbersIn } from './find-numbers.ts';
import { recognizeNumber } from './tracking-numbers.ts';

const carriersOf = (number: string) => recognizeNumber(number).map(({ carrier }) => carrier);

test('a number with a check digit is known by its carrier, and with another digit by none', () => {
  assert.deepEqual(carriersOf('1Z 5R8 939 0357 5671 27'), ['ups']);
  assert.deepEqual(carriersOf('1Z5R89390357567128'), []);
  assert.deepEqual(carriersOf('RB123456785GB'), ['royal-mail']);
  assert.deepEqual(carriersOf('RB123456786GB'), []);
  assert.deepEqual(carriersOf('9400 1112 0108 0805 4830 16'), ['usps']);
  assert.ok(carriersOf('986578788855').includes('fedex'));
  assert.ok(!carriersOf('996578788855').includes('fedex'));
  assert.ok(carriersOf('3318810025').includes('dhl'));
  assert.ok(carriersOf('09980000020033F').includes('dpd'));
});

test('what is printed around a number does not belong to it', () => {
  assert.equal(recognizeNumber('420787459400111206206406260787')[0]?.number, '9400111206206406260787');
  assert.equal(recognizeNumber('1001921334250001000300779017972697')[0]?.number, '779017972697');
  assert.equal(recognizeNumber('32971514560102447849175802862014')[0]?.number, '784917580286');
});

const numbersIn = (text: string, sender?: string) => numbersInText(text, { sender }).map(({ number }) => number);

test('a number that others could have too counts only beside a label, or in mail of its carrier', () => {
  assert.deepEqual(numbersIn('Your code 986578788855 is here'), []);
  assert.deepEqual(numbersIn('Tracking number: 986578788855'), ['986578788855']);
  assert.deepEqual(numbersIn('Tracking number\n\n986578788855'), ['986578788855']);
  assert.deepEqual(numbersIn('Tracking number: 1Z5R89390357567127 12 items', 'ups'), ['1Z5R89390357567127']);
  assert.deepEqual(numbersIn('Tracking number: 9400 1112 0108 0805 4830 16 12 items'), ['9400111201080805483016']);
  assert.deepEqual(numbersIn('986578788855 is on its way', 'fedex'), ['986578788855']);
  assert.deepEqual(numbersIn('Sendungsnummer 4600647', 'australia-post'), ['4600647']);
});

test('numbers of invoices, phones, bookings, orders and accounts are no tracking numbers', () => {
  for (const text of [
    'Invoice number 986578788855',
    'Rechnung Nr. 986578788855',
    'Call us on 986578788855',
    'Tel.: 986578788855',
    'Booking reference: 986578788855',
    'Order number: BBB7131401521',
    'IBAN DE89 3704 0044 0532 0130 00',
    'Your phone: +49 3318 810025',
    'See https://shop.example/?id=986578788855',
  ])
    assert.deepEqual(numbersIn(text), [], text);
});

test('numbers in links to carriers count, also behind a link of another host; those in links to others do not', () => {
  const found = (target: string) => numbersInLinks([{ target }]).map(({ number, carrier }) => [number, carrier]);
  assert.deepEqual(found('https://www.ups.com/track?tracknum=1Z5R89390357567127'), [['1Z5R89390357567127', 'ups']]);
  assert.deepEqual(
    found(
      `https://click.shop.example/?u=${encodeURIComponent('https://www.fedex.com/fedextrack/?trknbr=986578788855')}`,
    ),
    [['986578788855', 'fedex']],
  );
  assert.deepEqual(found('https://www.royalmail.com/track-your-item#/tracking-results/RB123456785GB'), [
    ['RB123456785GB', 'royal-mail'],
  ]);
  assert.deepEqual(found('https://ups.com.evil.example/track?tracknum=1Z5R89390357567127'), []);
  assert.deepEqual(found('https://www.amazon.de/dp/9400111201080805483016'), []);
});

test('order numbers are read in several languages; years and words are none', () => {
  assert.deepEqual(orderNumbersIn('Order 20417 has shipped'), ['20417']);
  assert.deepEqual(orderNumbersIn('Bestellnummer: A-20417'), ['A-20417']);
  assert.deepEqual(orderNumbersIn('Votre commande n° 998877 est en route'), ['998877']);
  assert.deepEqual(orderNumbersIn('Your order 2026 in review; order confirmation'), []);
  assert.deepEqual(orderNumbersIn('#302-1234567-7654321', { isAmazon: true }), ['302-1234567-7654321']);
});

test('hostile text costs no more than its length', () => {
  const length = 200_000;
  for (const text of ['1', 'A', '1 ', 'tracking ', '9-', 'order 1', '1Z '].map((part) =>
    part.repeat(length / part.length),
  )) {
    assert.ok(numbersIn(text).length <= 10);
    assert.ok(orderNumbersIn(text).length <= 10);
  }
});
