import { notifyManager } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * The displayed value of a setting: the user's choice while it is being stored, else the stored value. Choosing never fails:
 * if storing fails, the stored value is shown.
 */
export function useOptimisticValue<Value>(
  stored: Value,
  store: (value: Value) => Promise<unknown>,
): [shown: Value, choose: (value: Value) => Promise<void>] {
  // Not a mutation: React resets a controlled field to its stored value before the variables of a mutation are known.
  const [pending, setPending] = useState<{ value: Value }>();
  async function choose(value: Value): Promise<void> {
    const choice = { value };
    setPending(choice);
    await store(value);
    // Renders the refetched value first, so that the old value does not flash. If the user chose another value meanwhile,
    // that value is shown.
    notifyManager.schedule(() => setPending((latest) => (latest === choice ? undefined : latest)));
  }
  return [pending ? pending.value : stored, choose];
}
