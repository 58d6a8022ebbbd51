import '../../design/theme/tokens.css';
import '../../design/theme/base.css';
import './standalone.css';
import { StrictMode, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createSession } from '../../api/session.ts';
import { Logo } from '../../design/graphics/logo.tsx';
import { applyTheme, storedTheme } from '../../design/theme/theme.ts';
import { type RawDocument, readDocument } from './api-document.ts';
import { KeyForm } from './key-form.tsx';
import { Viewer } from './viewer.tsx';

/** The page of `GET /docs`: everything it shows came with it, and it asks for nothing until somebody wants to try. */
function StandalonePage({ raw }: { raw: RawDocument }) {
  const api = useMemo(() => readDocument(raw), [raw]);
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  const [key, setKey] = useState<string>();
  const access = useMemo(
    () => ({ token: key === undefined ? undefined : () => Promise.resolve(key), headers: {} }),
    [key],
  );
  return (
    <main className="whole">
      <Viewer
        document={api}
        access={access}
        hash={hash}
        lead={<Logo className="mark" />}
        keyForm={<KeyForm onKey={setKey} fetchKey={() => createSession().token()} />}
        forgetKey={key === undefined ? undefined : () => setKey(undefined)}
      />
    </main>
  );
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

const root = document.getElementById('root');
const embedded = document.getElementById('document')?.textContent;
if (!root || !embedded) throw new Error('The page has lost its root element or its document.');
applyTheme(storedTheme());
createRoot(root).render(
  <StrictMode>
    <StandalonePage raw={JSON.parse(embedded) as RawDocument} />
  </StrictMode>,
);
