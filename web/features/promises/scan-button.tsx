import { Search } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.promises;
const searchedDays = 365;

/** Looks for promises in mail that was here before the first sync was complete, and says how far that is. */
export function ScanButton() {
  const { api, toasts, workTracker } = useServices();
  const { operations } = useSyncExternalStore(workTracker.subscribe, workTracker.state);
  const [isScanning, setScanning] = useState(false);
  const { runOnce } = useAction({ affects: ['modes', 'now', 'rail', 'jobs'] });
  const progress = Object.values(operations).find(({ operation }) => operation === 'scan-commitments');
  const scan = async () => {
    setScanning(true);
    await runOnce(async () => {
      const { found = 0 } = await api.commitments.scan({ since_days: searchedDays, wait: true });
      toasts.show({ tone: 'plain', text: t.scanned({ found }), note: t.scannedIn });
    }, t.notScanned);
    setScanning(false);
  };
  const isBusy = isScanning || progress !== undefined;
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => void scan()}>
      <Search />
      {isBusy ? t.scanning({ done: progress?.current ?? 0, total: progress?.total ?? 0 }) : t.scan}
    </Button>
  );
}
