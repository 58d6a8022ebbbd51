import type { Delivery } from '../../data/queries/deliveries.ts';
import { formatTime } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { formatDay, formatPastMoment } from '../../i18n/upcoming-dates.ts';

const t = strings.deliveries;
const dayMs = 86_400_000;

/** The steps of a delivery that are done, of four: ordered, shipped, with the driver or waiting, delivered. */
export function stepsDone({ status }: Pick<Delivery, 'status'>): number {
  switch (status) {
    case 'ordered':
    case 'info_received':
      return 1;
    case 'in_transit':
    case 'exception':
    case 'returned':
    case 'expired':
      return 2;
    case 'out_for_delivery':
    case 'attempt_fail':
    case 'available_for_pickup':
      return 3;
    case 'delivered':
      return 4;
  }
}

/** Who sends it: the shop, else the carrier. */
export function senderOf({ merchant, carrier }: Pick<Delivery, 'merchant' | 'carrier'>): string {
  return merchant ?? carrier ?? t.unknownSender;
}

/** What it is: its items, else its order. */
export function contentOf({ items, order_number }: Pick<Delivery, 'items' | 'order_number'>): string {
  const names = items.map(({ name, quantity }) =>
    quantity === null || quantity === 1 ? name : `${quantity} × ${name}`,
  );
  if (names.length > 0) return t.items({ names });
  return order_number === null ? '' : t.order({ number: order_number });
}

const underWay: ReadonlySet<Delivery['status']> = new Set([
  'ordered',
  'info_received',
  'in_transit',
  'out_for_delivery',
  'attempt_fail',
  'exception',
]);

/** The whole days since it was to arrive; 0 if it is not late. */
export function daysLate({ status, eta_until }: Pick<Delivery, 'status' | 'eta_until'>, now: Date): number {
  if (!underWay.has(status) || eta_until === null) return 0;
  return Math.max(0, Math.ceil((now.getTime() - Date.parse(eta_until)) / dayMs));
}

/** The mark on a delivery: that it is late, else where it is. */
export function statusText(delivery: Delivery, now: Date): string {
  const days = daysLate(delivery, now);
  return days > 0 ? t.late({ days }) : t.statuses[delivery.status];
}

/** The heading of its place in time: the day it is expected, or was delivered. */
export function dayOf(delivery: Delivery, now: Date): string {
  const { status, eta_from, eta_until, delivered_at } = delivery;
  if (status === 'delivered') return pastDay(delivered_at ?? delivery.last_event_at, now);
  if (!underWay.has(status)) return t.statuses[status];
  if (eta_from === null || eta_until === null) return t.noDate;
  if (daysLate(delivery, now) > 0) return t.overdue;
  const [from, until] = [new Date(eta_from), new Date(eta_until)];
  // What began before today may come today.
  if (from <= now && now <= until) return formatDay(now, now);
  return isSameDay(from, until)
    ? formatDay(from, now)
    : t.days({ from: formatDay(from, now), until: formatDay(until, now) });
}

/** When it arrives, in a sentence. */
export function arrivalText(delivery: Delivery, now: Date): string {
  const { status, eta_from, eta_until, delivered_at, resolved_at } = delivery;
  if (status === 'delivered')
    return resolved_at === null
      ? t.deliveredAt({ moment: formatPastMoment(new Date(delivered_at ?? delivery.last_event_at), now) })
      : t.resolvedAt({ moment: formatPastMoment(new Date(resolved_at), now) });
  if (status === 'available_for_pickup') return t.pickUp;
  if (status === 'returned') return t.returned;
  if (status === 'expired') return t.expired;
  if (eta_from === null || eta_until === null) return t.noDateYet;
  const [from, until] = [new Date(eta_from), new Date(eta_until)];
  if (daysLate(delivery, now) > 0) return t.wasDue({ day: pastDay(eta_until, now) });
  if (!isSameDay(from, until)) return spanText(from, until, now);
  const day = formatDay(from, now);
  const isFromMidnight = from.getHours() === 0 && from.getMinutes() === 0;
  const isUntilMidnight = until.getHours() === 23 && until.getMinutes() === 59;
  if (isFromMidnight && isUntilMidnight) return dayText(day);
  if (isFromMidnight) return t.by({ day, time: formatTime(eta_until) });
  return t.window({ day, from: formatTime(eta_from), until: formatTime(eta_until) });
}

function dayText(day: string): string {
  if (day === strings.moments.today) return t.today;
  return day === strings.moments.tomorrow ? t.tomorrow : t.onDay({ day });
}

/** Only names of days and dates are written the same within a sentence. */
function spanText(from: Date, until: Date, now: Date): string {
  const days = { from: formatDay(from, now), until: formatDay(until, now) };
  const isNear = [strings.moments.today, strings.moments.tomorrow].includes(days.from);
  return isNear ? t.days(days) : t.between(days);
}

/** `Today`, `Yesterday`, or the date. */
function pastDay(instant: string, now: Date): string {
  const at = new Date(instant);
  if (isSameDay(at, now)) return strings.moments.today;
  return isSameDay(at, new Date(now.getTime() - dayMs)) ? strings.moments.yesterday : formatDay(at, now);
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** In one sentence: how many arrive today, and how many more are under way. */
export function summaryOf(deliveries: readonly Delivery[], now: Date): string {
  const active = deliveries.filter(({ status }) => underWay.has(status) || status === 'available_for_pickup');
  const today = active.filter((each) => dayOf(each, now) === strings.moments.today).length;
  return t.summary({ today, more: active.length - today });
}
