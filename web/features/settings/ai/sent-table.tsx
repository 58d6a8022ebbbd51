import { useState } from 'react';
import type { LlmConfig, LlmStatus, LlmTask } from '../../../data/queries/llm.ts';
import { strings } from '../../../i18n/strings.ts';
import { classes } from '../../../design/controls/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';
import { SwitchLine } from '../switch-line.tsx';
import { useSettings } from '../settings-context.ts';
import styles from './ai.module.css';

const t = strings.assist.sent;
const { tasks, reads } = strings.assist;

/** What each task gives to which computer, and the consent that some of them need. */
export function SentTable({ config, status }: { config: LlmConfig; status: LlmStatus }) {
  const { change } = useSettings();
  const [isAsking, setIsAsking] = useState(false);
  const allow = (value: boolean) => change({ key: 'llm.allow_cloud_relationship_data', value, name: t.consent });
  return (
    <Section id="sent" title={t.title} hint={t.hint}>
      <div className={settings['card']}>
        <SwitchLine
          label={t.consent}
          hint={t.consentHint}
          isOn={config.allow_cloud_relationship_data}
          onChange={async (isOn) => (isOn ? setIsAsking(true) : allow(false))}
        />
        <div className={classes(settings['block'], styles['scroller'])} tabIndex={0} role="group" aria-label={t.title}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t.task}</th>
                <th scope="col">{t.data}</th>
                <th scope="col">{t.where}</th>
              </tr>
            </thead>
            <tbody>
              {status.features.map((task) => (
                <TaskRow key={task.feature} task={task} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t.consentTitle({ host: hostOf(config.base_url) })}
          question={t.consentText({ host: hostOf(config.base_url) })}
          yes={t.consentYes}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) void allow(true);
          }}
        />
      )}
    </Section>
  );
}

function TaskRow({ task: { feature, host, local, allowed, why } }: { task: LlmTask }) {
  return (
    <tr>
      <th scope="row">{tasks[feature]}</th>
      <td>{reads[feature]}</td>
      <td>
        {allowed ? (
          <span dir="auto">{local === true ? t.local : host}</span>
        ) : (
          <span className={settings['hint']}>{why}</span>
        )}
      </td>
    </tr>
  );
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
