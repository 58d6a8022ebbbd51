import assert from 'node:assert/strict';
import { test } from 'node:test';
import { etaIn } from './dates.ts';

/** A Tuesday, 09:00 in Berlin. */
const sentAt = Date.parse('2026-03-10T08:00:00Z');

/** In local time, as `10 00:00:00 – 10 23:59:59`. */
function etaOf(text: string): string | undefined {
  const eta = etaIn(text, sentAt, 'Europe/Berlin');
  const local = (instant: string) =>
    new Date(instant).toLocaleString('sv', { timeZone: 'Europe/Berlin' }).replace('2026-03-', '');
  return eta && `${local(eta.from)} – ${local(eta.until)}`;
}
const day = (number: number) => `${number} 00:00:00 – ${number} 23:59:59`;

test('relative words count from the day of the message', () => {
  assert.equal(etaOf('Arriving today'), day(10));
  assert.equal(etaOf('Voraussichtliche Lieferung: morgen'), day(11));
  assert.equal(etaOf('Livraison prévue après-demain'), day(12));
  assert.equal(etaOf('Entrega prevista: amanhã'), day(11));
  assert.equal(etaOf('Dostawa: jutro'), day(11));
});

test('a weekday is the next one of that name, and not today', () => {
  assert.equal(etaOf('Expected Delivery Saturday'), day(14));
  assert.equal(etaOf('Zustellung am Freitag'), day(13));
  assert.equal(etaOf('Arriving Tuesday'), undefined);
});

test('dates are read in several forms and languages', () => {
  for (const text of [
    'Estimated delivery: March 12',
    'Arriving Thursday, March 12, 2026',
    'Lieferung: Do., 12. März',
    'Zustellung am 12.03.2026',
    'Livraison prévue jeudi 12 mars',
    'Fecha de entrega: 12 de marzo',
    'Consegna prevista: 12 marzo 2026',
    'Bezorgd op donderdag 12 maart',
    'Delivery date 2026-03-12',
    'お届け予定日: 3月12日',
    'Expected delivery Thu 03/12/2026',
  ])
    assert.equal(etaOf(text), day(12), text);
});

test('a range is from its first to its last day', () => {
  const range = '12 00:00:00 – 14 23:59:59';
  assert.equal(etaOf('Estimated delivery: March 12 - 14'), range);
  assert.equal(etaOf('Expected delivery: 12 - 14 March'), range);
  assert.equal(etaOf('Delivery between Thursday and Saturday'), range);
  assert.equal(etaOf('Lieferung: 12.03.2026 bis 14.03.2026'), range);
});

test('hours are read where they are written as such', () => {
  assert.equal(etaOf('Arriving today between 4pm and 6pm'), '10 16:00:00 – 10 18:00:00');
  assert.equal(etaOf('Zustellung morgen zwischen 10:00 und 12:00 Uhr'), '11 10:00:00 – 11 12:00:00');
  assert.equal(etaOf('Expected by Wednesday 12:00'), '11 00:00:00 – 11 12:00:00');
  assert.equal(etaOf('Delivery tomorrow, 3 to 5 items'), day(11));
});

test('what is ambiguous, far off or no date is not read', () => {
  for (const text of [
    'Delivery on 03/04/2031',
    'Delivery on 31.02.2026',
    'Delivered in 1999 on 12 March 1999',
    'Your delivery is on its way',
    'Delivery fee 12.50',
    'Call 13 13 18 about your delivery',
  ])
    assert.equal(etaOf(text), undefined, text);
});
