import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Refusal } from '../../api/session.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button, classes } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/form-field.tsx';
import { strings } from '../../i18n/strings.ts';
import { SelectControl } from './controls.tsx';
import { Copyable } from './copyable.tsx';
import styles from './settings.module.css';
import { eventPresets, presetNames, type EventPreset } from './webhook-events.ts';

const t = strings.settings.webhooks;

type Faults = { name?: string; url?: string };

/** Adds a webhook, and shows the secret that signs its events once. */
export function WebhookForm({ onClose }: { onClose: () => void }) {
  const { api } = useServices();
  const { runOnce, isPending } = useAction({ affects: ['webhooks'] });
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [preset, setPreset] = useState<EventPreset>('newMail');
  const [faults, setFaults] = useState<Faults>({});
  const [secret, setSecret] = useState<string>();

  function close(): void {
    onClose();
    // The button that opened the form replaces it.
    setTimeout(() => document.getElementById('add-webhook')?.focus());
  }

  async function create(): Promise<void> {
    try {
      const created = await api.webhooks.create({ name, url: url.trim(), events: [...eventPresets[preset]] });
      setSecret(created.secret);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_loopback') throw error;
      setFaults({ url: t.needsLocal });
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = {
      ...(name.trim() === '' && { name: t.needsName }),
      ...(url.trim() === '' && { url: t.needsLocal }),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) await runOnce(create, t.notAdded);
  }

  if (secret !== undefined) return <SigningSecret secret={secret} onDone={close} />;
  return (
    <form
      className={classes(styles['card'], styles['form'])}
      aria-label={t.add}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Field
        label={t.name}
        placeholder={t.namePlaceholder}
        value={name}
        maxLength={100}
        ref={nameField}
        error={faults.name}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={t.url}
        placeholder="http://127.0.0.1:8080/posthorn"
        hint={t.urlHint}
        type="url"
        dir="ltr"
        value={url}
        maxLength={2_000}
        error={faults.url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <EventChoice preset={preset} onChange={setPreset} />
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" isBusy={isPending}>
          {t.make}
        </Button>
        <Button onClick={close}>{strings.settings.cancel}</Button>
      </div>
    </form>
  );
}

function EventChoice({ preset, onChange }: { preset: EventPreset; onChange: (preset: EventPreset) => void }) {
  const id = useId();
  return (
    <div className={styles['formLine']}>
      <label className={styles['name']} htmlFor={id}>
        {t.events}
      </label>
      <SelectControl
        id={id}
        name={t.events}
        describedBy={undefined}
        isBad={false}
        value={preset}
        options={presetNames.map((each) => ({ value: each, label: t.presets[each] }))}
        onChange={async (to) => onChange(presetNames.find((each) => each === to) ?? preset)}
      />
    </div>
  );
}

function SigningSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className={classes(styles['card'], styles['form'])} role="group" aria-label={t.secret}>
      <p role="status">{t.added}</p>
      <Copyable text={secret}>
        <Button onClick={onDone}>{strings.settings.tokens.done}</Button>
      </Copyable>
    </div>
  );
}
