import { notifyManager } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What is shown of a setting: what somebody has just chosen while it is being stored, else what holds. Choosing never fails:
 * what could not be stored is shown as it was.
 */
export function useWanted<Value>(
  holds: Value,
  store: (value: Value) => Promise<unknown>,
): [shown: Value, choose: (value: Value) => Promise<void>] {
  const [wanted, setWanted] = useState<{ value: Value }>();
  async function choose(value: Value): Promise<void> {
    const choice = { value };
    setWanted(choice);
    await store(value);
    // What was read anew meanwhile is told first, so that what held before is not shown for a moment. Where another was
    // chosen, that one is shown.
    notifyManager.schedule(() => setWanted((latest) => (latest === choice ? undefined : latest)));
  }
  return [wanted ? wanted.value : holds, choose];
}
