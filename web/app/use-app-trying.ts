import { useParts } from '../parts.ts';

/** Asks the app for something, and says in a toast that it failed and why: it refuses in sentences. */
export function useAppTrying() {
  const { toasts } = useParts();
  return async (ask: () => Promise<unknown>, failure: string): Promise<void> => {
    try {
      await ask();
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, ...(error instanceof Error && { note: error.message }) });
    }
  };
}
