import { useId, useState } from 'react';
import { Button, classes } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { SelectControl } from './controls.tsx';
import { Copyable } from './copyable.tsx';
import { type Program, programs, setupOf } from './program-setups.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

const t = strings.settings.connect;

/** Sets up a program with a language model: creates a token for it, and shows the line that connects it. */
export function ConnectProgram() {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['tokens'] });
  const id = useId();
  const [program, setProgram] = useState<Program>('claudeCode');
  const [setup, setSetup] = useState<string>();

  async function create(): Promise<void> {
    await runAction(async () => {
      const { token } = await api.tokens.create({ name: t.programs[program], origin: 'mcp' });
      setSetup(setupOf(program, { url: `${location.origin}/mcp`, token }));
    }, t.notCreated);
  }

  return (
    <Section id="connect" title={t.title} hint={t.hint}>
      <div className={classes(styles['card'], styles['form'])}>
        {setup === undefined ? (
          <>
            <div className={styles['formLine']}>
              <label className={styles['name']} htmlFor={id}>
                {t.program}
              </label>
              <SelectControl
                id={id}
                describedBy={undefined}
                isBad={false}
                name={t.program}
                value={program}
                options={programs.map((each) => ({ value: each, label: t.programs[each] }))}
                onChange={async (to) => setProgram(programs.find((each) => each === to) ?? program)}
              />
            </div>
            <div className={styles['buttons']}>
              <Button look="primary" onClick={() => void create()}>
                {t.create}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p role="status">{t.steps[program]}</p>
            <Copyable text={setup}>
              <Button onClick={() => setSetup(undefined)}>{strings.settings.tokens.done}</Button>
            </Copyable>
            <p className={styles['hint']}>{t.once}</p>
          </>
        )}
      </div>
    </Section>
  );
}
