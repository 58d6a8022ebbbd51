/** The bridge's own addresses below `/api/v1`. All others are rows of the table. */
export const ownRoutes = {
  localToken: {
    http: 'GET /auth/local-token',
    summary: 'Returns the bridge token to programs on this computer, unless that is turned off.',
    open: true,
  },
  openapi: { http: 'GET /openapi.json', summary: 'This document.', open: false },
  docs: { http: 'GET /docs', summary: 'This document as an HTML page, to read and try out.', open: false },
  events: {
    http: 'GET /events',
    summary: 'Sends each event as one JSON object: per text frame of a WebSocket, or as a server-sent event.',
    open: false,
  },
} as const;

export const apiBase = '/api/v1';
