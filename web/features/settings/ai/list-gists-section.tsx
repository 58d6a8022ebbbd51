import { valueAt } from '../../../data/settings/setting-keys.ts';
import { usableTask, type LlmConfig, type LlmStatus } from '../../../data/queries/llm.ts';
import { strings } from '../../../i18n/strings.ts';
import { Section } from '../setting-group.tsx';
import { useSettings } from '../settings-context.ts';
import settings from '../settings.module.css';
import { SwitchLine } from '../switch-line.tsx';

const t = strings.assist.gists;

/** The switch for lines by the model in lists. It is there once a model is in use, and says where it has no effect. */
export function ListGistsSection({ config, status }: { config: LlmConfig; status: LlmStatus }) {
  const { settings: now, change } = useSettings();
  if (!config.enabled) return null;
  const isHere = usableTask(status, 'summarize')?.local === true;
  return (
    <Section id="gists" title={t.title}>
      <div className={settings['card']}>
        <SwitchLine
          label={t.show}
          hint={isHere ? t.hint : t.notHere}
          isOn={valueAt(now.values, 'llm.list_gists') === true}
          onChange={(value) => change({ key: 'llm.list_gists', value, name: t.show })}
        />
      </div>
    </Section>
  );
}
