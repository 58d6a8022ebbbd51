import type { SearchSort } from '../queries.ts';
import { strings } from '../strings.ts';
import styles from './order-switch.module.css';

const words = strings.search;
const orders: readonly SearchSort[] = ['newest', 'oldest', 'relevant'];

/** Chooses the order of what was found. */
export function OrderSwitch({ order, onChoose }: { order: SearchSort; onChoose: (order: SearchSort) => void }) {
  return (
    <select
      className={styles['switch']}
      aria-label={words.order}
      value={order}
      onChange={({ target }) => onChoose(target.value as SearchSort)}
    >
      {orders.map((each) => (
        <option key={each} value={each}>
          {words.orders[each]}
        </option>
      ))}
    </select>
  );
}

/** The order an answer says it is in. */
export function orderOf(sort: string): SearchSort {
  return sort === 'oldest' || sort === 'relevant' ? sort : 'newest';
}
