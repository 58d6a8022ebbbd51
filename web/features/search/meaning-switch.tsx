import { Sparkles } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './meaning-switch.module.css';

/** Switches searches by meaning on and off. It is there once the user has set up a model. */
export function MeaningSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Button
      look="quiet"
      className={styles['switch']}
      aria-pressed={isOn}
      title={strings.search.byMeaning.hint}
      onClick={() => onChange(!isOn)}
    >
      <Sparkles aria-hidden="true" />
      {strings.search.byMeaning.name}
    </Button>
  );
}
