import { Search } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../design/controls/button.tsx';
import { useServices } from './services.ts';
import { useAction } from './use-action.ts';

type Scan = {
  /** The operation that reports how far the daemon is. */
  operation: string;
  /** Returns how much was found, and a note about which mail was read. */
  run: () => Promise<{ found: number; note: string }>;
  texts: {
    scan: string;
    scanning: (progress: { done: number; total: number }) => string;
    scanned: (result: { found: number }) => string;
    notScanned: string;
  };
  affects: NonNullable<Parameters<typeof useAction>[0]>['affects'];
};

/** Starts a job that reads stored mail, and shows its progress and what it found. */
export function ScanButton({ operation, run, texts, affects }: Scan) {
  const { toasts, workTracker } = useServices();
  const { operations } = useSyncExternalStore(workTracker.subscribe, workTracker.state);
  const [isScanning, setScanning] = useState(false);
  const { runOnce } = useAction({ affects });
  const progress = Object.values(operations).find((each) => each.operation === operation);
  const scan = async () => {
    setScanning(true);
    await runOnce(async () => {
      const { found, note } = await run();
      toasts.show({ tone: 'plain', text: texts.scanned({ found }), note });
    }, texts.notScanned);
    setScanning(false);
  };
  const isBusy = isScanning || progress !== undefined;
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => void scan()}>
      <Search />
      {isBusy ? texts.scanning({ done: progress?.current ?? 0, total: progress?.total ?? 0 }) : texts.scan}
    </Button>
  );
}
