import '../../design/theme/tokens.css';
import '../../design/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createSession } from '../../api/session.ts';
import { applyTheme, storedTheme } from '../../design/theme/theme.ts';
import type { ApiDocument } from './api-document.ts';
import { SwaggerView } from './swagger-view.tsx';

/** The page of `GET /docs`: everything it shows came with it. It asks for a token when the user sends a request. */
const root = document.getElementById('root');
const embedded = document.getElementById('document')?.textContent;
if (!root || !embedded) throw new Error('The page has lost its root element or its document.');
applyTheme(storedTheme());
const { token } = createSession();
createRoot(root).render(
  <StrictMode>
    <div className="api-page">
      <SwaggerView document={JSON.parse(embedded) as ApiDocument} token={token} headers={{}} asksForToken />
    </div>
  </StrictMode>,
);
