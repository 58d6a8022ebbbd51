import { strings } from '../../i18n/strings.ts';
import styles from './sort-order-switch.module.css';
import type { SearchSort } from '../../data/lens.ts';
import { Select } from '../../design/controls/select.tsx';

const t = strings.search;
const orders: readonly SearchSort[] = ['newest', 'oldest', 'relevant'];

/** Chooses the order of the results. */
export function OrderSwitch({ order, onChoose }: { order: SearchSort; onChoose: (order: SearchSort) => void }) {
  return (
    <Select
      className={styles['switch']}
      aria-label={t.order}
      value={order}
      onChange={({ target }) => onChoose(target.value as SearchSort)}
    >
      {orders.map((each) => (
        <option key={each} value={each}>
          {t.orders[each]}
        </option>
      ))}
    </Select>
  );
}

/** The order that an answer reports. */
export function orderOf(sort: string): SearchSort {
  return sort === 'oldest' || sort === 'relevant' ? sort : 'newest';
}
