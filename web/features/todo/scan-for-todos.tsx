import { ScanButton } from '../../data/scan-button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.todos;
const searchedDays = 28;

/** Looks for to-dos in mail that was here before the first sync was complete. */
export function ScanForTodos() {
  const { api } = useServices();
  const run = async () => {
    const { found = 0 } = await api.todos.scan({ since_days: searchedDays, wait: true });
    return { found, note: t.scannedIn({ days: searchedDays }) };
  };
  return <ScanButton operation="scan-todos" run={run} texts={t} affects={['modes', 'now', 'rail', 'jobs']} />;
}
