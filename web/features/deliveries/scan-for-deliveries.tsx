import { ScanButton } from '../../data/scan-button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.deliveries;

/** Looks through stored mail for deliveries. */
export function ScanForDeliveries() {
  const { api } = useServices();
  const run = async () => {
    const { created, scanned } = (await api.deliveries.scan({})).summary;
    return { found: created, note: t.scannedIn({ messages: scanned }) };
  };
  return <ScanButton operation="scan-deliveries" run={run} texts={t} affects={['deliveries', 'jobs']} />;
}
