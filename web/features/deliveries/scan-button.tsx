import { ScanSearch } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.deliveries;

/** Looks through stored mail for deliveries, and says how far that is and what was found. */
export function ScanButton() {
  const { api, toasts, workTracker } = useServices();
  const { operations } = useSyncExternalStore(workTracker.subscribe, workTracker.state);
  const [isScanning, setScanning] = useState(false);
  const { runOnce } = useAction({ affects: ['deliveries', 'jobs'] });
  const progress = Object.values(operations).find(({ operation }) => operation === 'scan-deliveries');
  const scan = async () => {
    setScanning(true);
    await runOnce(async () => {
      const { summary } = await api.deliveries.scan({});
      toasts.show({
        tone: 'plain',
        text: t.scanned({ found: summary.created }),
        note: t.scannedIn({ messages: summary.scanned }),
      });
    }, t.notScanned);
    setScanning(false);
  };
  const isBusy = isScanning || progress !== undefined;
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => void scan()}>
      <ScanSearch />
      {isBusy ? t.scanning({ done: progress?.current ?? 0, total: progress?.total ?? 0 }) : t.scan}
    </Button>
  );
}
