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
    // Where another was chosen meanwhile, that one is shown.
    setWanted((latest) => (latest === choice ? undefined : latest));
  }
  return [wanted ? wanted.value : holds, choose];
}
