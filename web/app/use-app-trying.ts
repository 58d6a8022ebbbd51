import { useParts } from '../parts.ts';

/** Asks the app for something, and says in a toast that it failed and why: it refuses in sentences. */
export function useAppTrying() {
  const { toasts } = useParts();
  return async (ask: () => Promise<unknown>, failure: string): Promise<void> => {
    try {
      await ask();
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, ...(error instanceof Error && { note: sentenceOf(error) }) });
    }
  };
}

/** What crosses from the main process is put before its message. */
function sentenceOf({ message }: Error): string {
  return message.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, '');
}
