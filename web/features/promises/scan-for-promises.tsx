import { ScanButton } from '../../data/scan-button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.promises;
const searchedDays = 365;

/** Looks for promises in mail that was here before the first sync was complete. */
export function ScanForPromises() {
  const { api } = useServices();
  const run = async () => {
    const { found = 0 } = await api.commitments.scan({ since_days: searchedDays, wait: true });
    return { found, note: t.scannedIn };
  };
  return <ScanButton operation="scan-commitments" run={run} texts={t} affects={['modes', 'now', 'rail', 'jobs']} />;
}
