import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

type Order = { isTurn: (id: string) => boolean; register: (id: string, isLoading: boolean) => void };

const OrderContext = createContext<Order | undefined>(undefined);

/**
 * Reports below each other, which show their results from top to bottom: a result never moves one that is already shown, and
 * with it the button that the user is about to press.
 */
export function ReportColumn({ children }: { children: ReactNode }) {
  // In order of the reports, because effects run in that order.
  const [loading, setLoading] = useState<ReadonlyMap<string, boolean>>(new Map());
  const register = useCallback((id: string, isLoading: boolean) => {
    setLoading((before) => (before.get(id) === isLoading ? before : new Map(before).set(id, isLoading)));
  }, []);
  const order = useMemo(() => {
    const ids = [...loading.keys()];
    const first = ids.find((id) => loading.get(id));
    const shown = new Set(first === undefined ? ids : ids.slice(0, ids.indexOf(first)));
    return { register, isTurn: (id: string) => shown.has(id) };
  }, [loading, register]);
  return (
    <OrderContext value={order}>
      <div>{children}</div>
    </OrderContext>
  );
}

/** Whether a report may show its result: those above it in its column have theirs. */
export function useTurn(isLoading: boolean): boolean {
  const order = useContext(OrderContext);
  const id = useId();
  const register = order?.register;
  useLayoutEffect(() => register?.(id, isLoading), [register, id, isLoading]);
  return order?.isTurn(id) ?? true;
}
