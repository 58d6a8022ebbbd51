import './swagger.css';
import { useEffect, useRef } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { type ApiDocument, withoutSamples } from './api-document.ts';
import { swaggerPlugin } from './swagger-plugin.ts';

type SwaggerViewProps = {
  document: ApiDocument;
  /** The token that requests are sent with. */
  token: () => Promise<string>;
  /** Headers that are added to every request. */
  headers: Readonly<Record<string, string>>;
  /** Whether the user can also paste a token. */
  asksForToken: boolean;
};

/** An OpenAPI document to read and to try, by Swagger UI. */
export function SwaggerView({ document, token, headers, asksForToken }: SwaggerViewProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The viewer keeps its node; a new one each time leaves no second viewer in it.
    const domNode = box.current?.appendChild(window.document.createElement('div'));
    if (!domNode) return undefined;
    SwaggerUI({
      domNode,
      spec: withoutSamples(document),
      plugins: [swaggerPlugin(document, { asksForToken })],
      filter: true,
      deepLinking: true,
      tryItOutEnabled: true,
      showExtensions: true,
      displayRequestDuration: true,
      // The request is shown as it was before the token was added.
      showMutatedRequest: false,
      syntaxHighlight: { activated: false },
      // By default the document would be sent to a validator on the internet.
      validatorUrl: null,
      requestInterceptor: (request: SentRequest) => authorized(request, token, headers),
    });
    return () => domNode.remove();
  }, [document, token, headers, asksForToken]);
  return <div ref={box} className="api-viewer" />;
}

type SentRequest = { headers: Record<string, string> };

/** A token that the user pasted stays. Without any the server says what is missing. */
async function authorized<T extends SentRequest>(
  request: T,
  token: () => Promise<string>,
  headers: Readonly<Record<string, string>>,
): Promise<T> {
  const added: Record<string, string> = { ...headers };
  if (request.headers['Authorization'] === undefined) {
    const bearer = await token().catch(() => undefined);
    if (bearer !== undefined) added['Authorization'] = `Bearer ${bearer}`;
  }
  return { ...request, headers: { ...added, ...request.headers } };
}
