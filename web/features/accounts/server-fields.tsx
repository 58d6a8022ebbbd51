import { strings } from '../../i18n/strings.ts';
import { Check, Field } from '../../design/controls/form-field.tsx';
import type { ServerDraft, Side } from './setup-draft.ts';
import styles from '../../design/controls/form.module.css';

const t = strings.accounts.form;
const kinds = { sync: 'IMAP', send: 'SMTP' } as const;

type ServerFieldsProps = {
  side: Side;
  server: ServerDraft;
  onChange: (server: ServerDraft) => void;
};

/** The server for receiving or for sending. */
export function ServerFields({ side, server, onChange }: ServerFieldsProps) {
  const set = (change: Partial<ServerDraft>) => onChange({ ...server, ...change });
  const port = Number(server.port);
  const isPort = /^\d{1,5}$/.test(server.port.trim()) && port >= 1 && port <= 65_535;
  return (
    <fieldset className={styles['server']}>
      <legend>{side === 'sync' ? t.receiving : t.sending}</legend>
      <div className={styles['pair']}>
        <Field
          label={t.host}
          term={t.hostTerm({ kind: kinds[side] })}
          required
          value={server.host}
          onChange={({ target }) => set({ host: target.value })}
        />
        <Field
          label={t.port}
          inputMode="numeric"
          required
          error={isPort ? undefined : t.invalidPort}
          value={server.port}
          onChange={({ target }) => set({ port: target.value })}
        />
      </div>
      {server.auth_required && (
        <Field
          label={t.username}
          autoComplete="username"
          required
          value={server.username}
          onChange={({ target }) => set({ username: target.value })}
        />
      )}
      <Check
        label={t.encrypted}
        checked={server.use_tls}
        // Without TLS the password would be readable on the network.
        onChange={(use_tls) => set({ use_tls, ...(!use_tls && { auth_required: false }) })}
      />
      <Check
        label={t.signIn}
        checked={server.auth_required}
        disabled={!server.use_tls}
        onChange={(auth_required) => set({ auth_required })}
      />
    </fieldset>
  );
}
