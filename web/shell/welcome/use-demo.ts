import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';

/** Milliseconds between two looks whether the daemon is there again, and how many. */
const pollIntervalMs = 250;
const maxPolls = 240;

/** Leaves for the demo, or comes back from it. The page begins anew once the daemon has: it has another token then. */
export function useDemo() {
  const { api, session } = useServices();
  const { runOnce, isPending, isDone, problem } = useAction({ showsToast: false });
  const enter = (on: boolean) =>
    runOnce(
      async () => {
        const before = await session.token();
        const { scheduled } = await api.demo.setMode({ on });
        if (scheduled) await waitForNewToken(before);
        location.assign('/');
      },
      (reason) => reason,
    );
  return { isSwitching: isPending || isDone, error: problem, enter };
}

/** Waits until the bridge hands out another token. Where it hands out none, whoever opened the page knows better. */
async function waitForNewToken(before: string): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    const answer = await fetch('/api/v1/auth/local-token', { headers: { 'x-client-kind': 'web' } }).catch(
      () => undefined,
    );
    if (answer?.status === 404) return;
    const newToken = answer?.ok ? ((await answer.json()) as { token?: string }).token : undefined;
    if (newToken !== undefined && newToken !== before) return;
  }
}
