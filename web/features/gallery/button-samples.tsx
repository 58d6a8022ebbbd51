import { Archive } from 'lucide-react';
import { strings } from '../../i18n/strings.ts';
import { Button, IconButton } from '../../design/controls/button.tsx';
import styles from './gallery-page.module.css';

const t = strings.gallery;
const states = ['usual', 'hover', 'focus', 'active', 'disabled', 'busy'] as const;
type State = (typeof states)[number];

/** Every button in every state; hover, focus and active are drawn without a pointer. */
export function ButtonStates() {
  return (
    <div className={styles['wide']} tabIndex={0} role="group" aria-label={t.buttons}>
      <table className={styles['states']}>
        <thead>
          <tr>
            <th scope="col">{t.part}</th>
            {states.map((state) => (
              <th key={state} scope="col">
                {t.states[state]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['primary', 'plain', 'quiet'] as const).map((look) => (
            <tr key={look}>
              <th scope="row">{t.looks[look]}</th>
              {states.map((state) => (
                <td key={state}>
                  <Button look={look} {...shown(state)} isBusy={state === 'busy'}>
                    {strings.acting.acts.archive}
                  </Button>
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t.iconLook}</th>
            {states.map((state) => (
              <td key={state}>
                {state !== 'busy' && (
                  <IconButton name={strings.acting.acts.archive} {...shown(state)}>
                    <Archive />
                  </IconButton>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function shown(state: State) {
  return { disabled: state === 'disabled', ...(state !== 'usual' && { 'data-shows': state }) };
}
