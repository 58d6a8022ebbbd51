import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../../daemon/contract/define.ts';
import { apiHeaders } from './responses.ts';

/**
 * Streams a file as a download. The source is destroyed when the client disconnects, and the connection is cut when the
 * source fails half-way, so that a short file is never taken for a whole one.
 */
export async function sendFile(request: Request, response: Response, file: FileContent): Promise<void> {
  const { range, size } = file;
  response.attachment(safeName(file.name));
  response.setHeader('content-type', safeType(file.type));
  response.setHeader('cache-control', apiHeaders['cache-control']);
  response.setHeader('content-security-policy', `${apiHeaders['content-security-policy']}; sandbox`);
  if (range) {
    response.status(206);
    response.setHeader('content-range', `bytes ${range.start}-${range.end}/${range.total}`);
    response.setHeader('content-length', range.end - range.start + 1);
  } else if (size !== undefined) {
    response.setHeader('content-length', size);
  }
  if (request.method === 'HEAD') {
    file.stream.destroy();
    response.end();
    return;
  }
  await pipeline(file.stream, response);
}

/** A sender chose this name: remove folders, control characters, and bidirectional control characters. */
function safeName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/[/\\]/g, '_')
    .trim();
  return plain || 'attachment';
}

/** A type that a browser would run as a page of this origin is sent as plain bytes. */
function safeType(type: string): string {
  const isPlain = /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/.test(type) && !/html|xml|svg|script/i.test(type);
  return isPlain ? type : 'application/octet-stream';
}
