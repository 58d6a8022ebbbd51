import { useState } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';

/** Milliseconds between two looks whether the daemon is there again, and how many. */
const lookEvery = 250;
const mostLooks = 240;

/** Leaves for the demo, or comes back from it. The page begins anew once the daemon has: it has another token then. */
export function useDemo() {
  const { api, session } = useParts();
  const [isSwitching, setIsSwitching] = useState(false);
  const [error, setError] = useState<string>();
  async function enter(on: boolean): Promise<void> {
    setIsSwitching(true);
    setError(undefined);
    try {
      const before = await session.token();
      const { scheduled } = await api.demo.enter({ on });
      if (scheduled) await anotherToken(before);
      location.assign('/');
    } catch (failed) {
      setError(wordsOf(failed));
      setIsSwitching(false);
    }
  }
  return { isSwitching, error, enter };
}

/** Waits until the bridge hands out another token. Where it hands out none, whoever opened the page knows better. */
async function anotherToken(before: string): Promise<void> {
  for (let look = 0; look < mostLooks; look++) {
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
    const answer = await fetch('/api/v1/auth/local-token', { headers: { 'x-client-kind': 'web' } }).catch(
      () => undefined,
    );
    if (answer?.status === 404) return;
    const told = answer?.ok ? ((await answer.json()) as { token?: string }).token : undefined;
    if (told !== undefined && told !== before) return;
  }
}
