/** The bridge's own addresses below `/api/v1`. All others are rows of the table. */
export const ownRoutes = {
  localToken: {
    http: 'GET /auth/local-token',
    summary: 'Gives the bridge token to programs on this machine, unless that is switched off.',
    open: true,
  },
  openapi: { http: 'GET /openapi.json', summary: 'This document.', open: false },
  docs: { http: 'GET /docs', summary: 'This document as a page of HTML to read and to try.', open: false },
  events: {
    http: 'GET /events',
    summary: 'A WebSocket on which every event arrives as one JSON object a text frame.',
    open: false,
  },
} as const;

export const apiBase = '/api/v1';
