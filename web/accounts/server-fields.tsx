import { strings } from '../strings.ts';
import { Check, Field } from './field.tsx';
import type { ServerDraft, Side } from './setup-draft.ts';
import styles from './setup.module.css';

const words = strings.accounts.form;
const kinds = { sync: 'IMAP', send: 'SMTP' } as const;

type ServerFieldsProps = {
  side: Side;
  server: ServerDraft;
  onChange: (server: ServerDraft) => void;
};

/** Where mail is received from, or sent through. */
export function ServerFields({ side, server, onChange }: ServerFieldsProps) {
  const set = (change: Partial<ServerDraft>) => onChange({ ...server, ...change });
  const port = Number(server.port);
  const isPort = /^\d{1,5}$/.test(server.port.trim()) && port >= 1 && port <= 65_535;
  return (
    <fieldset className={styles['server']}>
      <legend>{side === 'sync' ? words.receiving : words.sending}</legend>
      <div className={styles['pair']}>
        <Field
          label={words.host}
          term={words.hostTerm({ kind: kinds[side] })}
          required
          value={server.host}
          onChange={({ target }) => set({ host: target.value })}
        />
        <Field
          label={words.port}
          inputMode="numeric"
          required
          fault={isPort ? undefined : words.invalidPort}
          value={server.port}
          onChange={({ target }) => set({ port: target.value })}
        />
      </div>
      {server.auth_required && (
        <Field
          label={words.username}
          autoComplete="username"
          required
          value={server.username}
          onChange={({ target }) => set({ username: target.value })}
        />
      )}
      <Check
        label={words.encrypted}
        checked={server.use_tls}
        // Without it a password would travel readable to all.
        onChange={(use_tls) => set({ use_tls, ...(!use_tls && { auth_required: false }) })}
      />
      <Check
        label={words.signIn}
        checked={server.auth_required}
        disabled={!server.use_tls}
        onChange={(auth_required) => set({ auth_required })}
      />
    </fieldset>
  );
}
