import { type FormEvent, useState } from 'react';
import { Button, classes } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/form-field.tsx';
import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import type { LlmConfig, LlmStatus } from '../../../data/queries/llm.ts';
import { strings } from '../../../i18n/strings.ts';
import { Section } from '../setting-group.tsx';
import settings from '../settings.module.css';
import styles from './ai.module.css';
import { FoundServers } from './found-servers.tsx';

const t = strings.assist.model;

type Form = Pick<LlmConfig, 'base_url' | 'model' | 'api_key_env'>;

/** The server and the model: found on this computer, or typed; tried out before they are used. */
export function ModelSection({ config, status }: { config: LlmConfig; status: LlmStatus }) {
  const { api, toasts } = useServices();
  const [form, setForm] = useState<Form>({
    base_url: config.base_url,
    model: config.model,
    api_key_env: config.api_key_env,
  });
  const [tested, setTested] = useState<string>();
  const testing = useAction({ showsToast: false });
  const saving = useAction({ affects: ['settings'] });

  function type(change: Partial<Form>): void {
    setTested(undefined);
    testing.reset();
    setForm({ ...form, ...change });
  }

  async function test(): Promise<void> {
    setTested(undefined);
    await testing.runOnce(async () => setTested((await api.llm.test(form)).model), t.notTested);
  }

  async function save(enabled: boolean): Promise<void> {
    const { allow_cloud_relationship_data, context_window, request_timeout_secs } = config;
    const kept = { allow_cloud_relationship_data, context_window, request_timeout_secs };
    const isSaved = await saving.runOnce(() => api.llm.saveConfig({ ...kept, ...form, enabled }), t.notSaved);
    if (isSaved) toasts.show({ tone: 'plain', text: enabled ? t.saved({ model: form.model }) : t.turnedOff });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(true);
  }

  const isMissingKey = status.enabled && status.api_key_env !== null && !status.api_key_present;
  return (
    <Section id="model" title={t.title} hint={t.hint}>
      <div className={classes(settings['card'], settings['block'])}>
        <p className={settings['name']}>
          {config.enabled ? t.inUse({ model: config.model, host: hostOf(config.base_url) }) : t.off}
        </p>
        {isMissingKey && <p className={settings['fault']}>{t.keyMissing({ name: status.api_key_env ?? '' })}</p>}
        <FoundServers onChoose={type} />
        <form className={styles['form']} onSubmit={submit}>
          <Field
            label={t.address}
            hint={t.addressHint}
            type="url"
            dir="ltr"
            required
            value={form.base_url}
            onChange={({ target }) => type({ base_url: target.value })}
          />
          <Field
            label={t.name}
            dir="ltr"
            required
            value={form.model}
            onChange={({ target }) => type({ model: target.value })}
          />
          <Field
            label={t.keyVariable}
            hint={t.keyVariableHint}
            dir="ltr"
            value={form.api_key_env}
            onChange={({ target }) => type({ api_key_env: target.value })}
          />
          <p role="status" className={testing.problem ? settings['fault'] : settings['hint']}>
            {testing.isPending ? t.testing : (testing.problem ?? (tested && t.works({ model: tested })))}
          </p>
          <div className={settings['buttons']}>
            <Button type="submit" look="primary" isBusy={saving.isPending}>
              {t.save}
            </Button>
            <Button isBusy={testing.isPending} onClick={() => void test()}>
              {t.test}
            </Button>
            {config.enabled && <Button onClick={() => void save(false)}>{t.turnOff}</Button>}
          </div>
        </form>
      </div>
    </Section>
  );
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
