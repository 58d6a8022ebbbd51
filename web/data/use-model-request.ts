import { useEffect, useRef, useState } from 'react';
import { errorText } from '../design/feedback/empty-state.tsx';

type ModelState<Result> =
  | { step: 'idle' }
  | { step: 'writing' }
  | { step: 'done'; result: Result }
  | { step: 'failed'; problem: string | undefined };

/** One request to a language model at a time, which the user can stop; leaving the page stops it too. */
export function useModelRequest<Result>() {
  const [state, setState] = useState<ModelState<Result>>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(request: (signal: AbortSignal) => Promise<Result>): Promise<void> {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ step: 'writing' });
    try {
      const result = await request(abort.signal);
      if (!abort.signal.aborted) setState({ step: 'done', result });
    } catch (error) {
      if (!abort.signal.aborted) setState({ step: 'failed', problem: errorText(error) });
    }
  }

  function stop(): void {
    running.current?.abort();
    setState({ step: 'idle' });
  }

  return { state, run, stop };
}
