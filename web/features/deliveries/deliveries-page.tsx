import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import { deliveriesQuery, deliveryFilters, type Delivery, type DeliveryFilter } from '../../data/queries/deliveries.ts';
import { useServices } from '../../data/services.ts';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { useMedia } from '../../design/use-media.ts';
import { useNow } from '../../design/use-now.ts';
import { strings } from '../../i18n/strings.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { DeliveryCard } from './delivery-card.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { dayOf, summaryOf } from './delivery-texts.ts';
import { ScanForDeliveries } from './scan-for-deliveries.tsx';
import styles from './deliveries-page.module.css';

const t = strings.deliveries;

/** What is on its way to the user, by the day it arrives, and what has arrived. */
export function DeliveriesPage() {
  const { api } = useServices();
  const { filter = 'active', id } = useSearch({ from: '/deliveries' });
  const { data, error, refetch } = useQuery(deliveriesQuery(api, filter));
  const now = useNow();
  const deliveries = data?.deliveries;
  const hint = deliveries && deliveries.length > 0 && filter === 'active' ? summaryOf(deliveries, now) : t.hint;
  return (
    <Page title={t.title} hint={hint} isWide tools={<ScanForDeliveries />} more={<Filters filter={filter} />}>
      {deliveries && deliveries.length > 0 ? (
        <Timeline deliveries={deliveries} filter={filter} openId={id} now={now} />
      ) : (
        <Fallback filter={filter} isLoaded={deliveries !== undefined} error={error} retry={() => void refetch()} />
      )}
    </Page>
  );
}

function Filters({ filter }: { filter: DeliveryFilter }) {
  return (
    <nav className={styles['filters']} aria-label={t.filterLabel}>
      {deliveryFilters.map((each) => (
        <Link
          key={each}
          to="/deliveries"
          search={{ filter: each }}
          className={styles['filter']}
          aria-current={each === filter ? 'page' : undefined}
        >
          {t.filters[each]}
        </Link>
      ))}
    </nav>
  );
}

type FallbackProps = { filter: DeliveryFilter; isLoaded: boolean; error: unknown; retry: () => void };

function Fallback({ filter, isLoaded, error, retry }: FallbackProps) {
  if (isLoaded) return <EmptyState illustration="resting" title={t.empty[filter]} hint={t.emptyHint[filter]} />;
  return error ? <ErrorState error={error} onRetry={retry} /> : <ListSkeleton />;
}

type TimelineProps = { deliveries: readonly Delivery[]; filter: DeliveryFilter; openId: string | undefined; now: Date };

/** The deliveries by day. What is known of one is beside them, and below it in a narrow window. */
function Timeline({ deliveries, filter, openId, now }: TimelineProps) {
  const isWide = useMedia('(min-width: 1160px)');
  const list = useRef<HTMLOListElement>(null);
  useDeliveryKeys(list, filter);
  const chosen = deliveries.find(({ id }) => id === openId) ?? (isWide ? deliveries[0] : undefined);
  const groups = [...Map.groupBy(deliveries, (each) => dayOf(each, now))];
  return (
    <div className={styles['timeline']}>
      <ol className={styles['days']} ref={list}>
        {groups.map(([day, members]) => (
          <li key={day} className={styles['day']} data-today={day === strings.moments.today || undefined}>
            <h2 className={styles['heading']}>{day}</h2>
            <ul className={styles['cards']} role="list">
              {members.map((each) => (
                <li key={each.id}>
                  <DeliveryCard
                    delivery={each}
                    filter={filter}
                    isOpen={each.id === chosen?.id}
                    isToday={day === strings.moments.today}
                    now={now}
                  />
                  {!isWide && each.id === chosen?.id && <DeliveryDetails delivery={each} now={now} />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {isWide && chosen && <DeliveryDetails delivery={chosen} now={now} />}
    </div>
  );
}

/** J and K move through the deliveries and open them. */
function useDeliveryKeys(list: RefObject<HTMLOListElement | null>, filter: DeliveryFilter): void {
  const navigate = useNavigate();

  function move(step: number, { key }: KeyboardEvent): boolean {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-delivery]') ?? [])];
    const focused = links.findIndex((link) => link === document.activeElement);
    // Outside the list the arrow keys scroll.
    if (key.startsWith('Arrow') && focused < 0) return false;
    const open = links.findIndex((link) => link.ariaCurrent === 'true');
    const from = focused >= 0 ? focused : step > 0 ? open - 1 : open;
    const link = links[Math.min(links.length - 1, Math.max(0, from + step))];
    link?.focus();
    const id = link?.dataset['delivery'];
    if (id !== undefined) void navigate({ to: '/deliveries', search: { filter, id }, replace: true });
    return true;
  }

  useKeys({ next: (event) => move(1, event), previous: (event) => move(-1, event) });
}
