import express, { Router, type RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './http/problem.ts';

const hourSeconds = 3600;
const immutableCacheControl = `public, max-age=${365 * 24 * hourSeconds}, immutable`;

/**
 * The web interface: the files of `webRoot`, and the first page for every other path, because the page does its own
 * routing. Needs no token; contains no mail. Without `webRoot`, or with an empty one, answers a JSON 404 that says so.
 */
export function staticRouter(webRoot: string | undefined): Router {
  const router = Router();
  router.use(refuseApi, requireGet);
  if (webRoot !== undefined) {
    router.use(allowOnlyOwnContent);
    router.use(
      '/assets',
      express.static(`${webRoot}/assets`, { index: false, redirect: false, setHeaders: cacheForever }),
    );
    router.use('/assets', refuseMissing);
    router.use(
      express.static(webRoot, { index: false, redirect: false, cacheControl: false, setHeaders: revalidateAlways }),
    );
    router.use(sendIndexPage(webRoot));
  }
  router.use(refuseMissing);
  return router;
}

const refuseApi: RequestHandler = ({ path }, _response, next) => {
  if (path === '/api' || path.startsWith('/api/')) throw notFound();
  next();
};

const requireGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  throw new HttpRefusal(405, 'method_not_allowed', 'This address accepts only GET and HEAD.', {
    headers: { allow: 'GET, HEAD' },
  });
};

/**
 * A message is shown in a `srcdoc` frame, which inherits this policy: it needs inline styles and `data:` images. The frame
 * runs no scripts under any policy.
 */
const allowOnlyOwnContent: RequestHandler = (request, response, next) => {
  response.setHeader('content-security-policy', policyFor(request));
  next();
};

function policyFor({ headers }: IncomingMessage): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Older browsers do not count ws:// as 'self'. The guard has checked this header against its list.
    `connect-src 'self' ws://${headers.host}`,
    // A document attached to a message is shown in a frame, by the browser's own viewer.
    "frame-src 'self' blob:",
    // Audio and video attachments use the browser's own player.
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function cacheForever(response: { setHeader(name: string, value: string): void }): void {
  response.setHeader('cache-control', immutableCacheControl);
}

function revalidateAlways(response: { setHeader(name: string, value: string): void }): void {
  response.setHeader('cache-control', 'no-cache');
}

function sendIndexPage(webRoot: string): RequestHandler {
  return (_request, response, next) => {
    revalidateAlways(response);
    response.sendFile('index.html', { root: webRoot, cacheControl: false }, (error) => {
      if (!error) return;
      next('status' in error && error.status === 404 ? undefined : error);
    });
  };
}

const refuseMissing: RequestHandler = () => {
  throw notFound();
};

function notFound(): HttpRefusal {
  return new HttpRefusal(404, 'not_found', 'There is nothing at this address.');
}
