import { notifyManager } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What is shown of a setting: what somebody has just chosen while it is being stored, else what holds. Choosing never fails:
 * what could not be stored is shown as it was.
 */
export function useOptimisticValue<Value>(
  stored: Value,
  store: (value: Value) => Promise<unknown>,
): [shown: Value, choose: (value: Value) => Promise<void>] {
  // No mutation: its variables are known only after React has put a controlled field back to what is stored.
  const [pending, setPending] = useState<{ value: Value }>();
  async function choose(value: Value): Promise<void> {
    const choice = { value };
    setPending(choice);
    await store(value);
    // What was read anew meanwhile is told first, so that what held before is not shown for a moment. Where another was
    // chosen, that one is shown.
    notifyManager.schedule(() => setPending((latest) => (latest === choice ? undefined : latest)));
  }
  return [pending ? pending.value : stored, choose];
}
