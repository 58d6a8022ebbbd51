import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';

/** Milliseconds between two checks whether the daemon has restarted, and their number. */
const pollIntervalMs = 250;
const maxPolls = 240;

/** Enters or leaves the demo. The page reloads after the daemon has restarted, because it then has another token. */
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

/**
 * Waits until the bridge returns another token. If the bridge returns none, the token came from the user, and the wait ends.
 */
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
