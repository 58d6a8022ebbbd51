import type { Outgoing } from './draft.ts';

/**
 * A request as a command for a POSIX shell, to be run in the folder of `bridge-token`: the token itself is never part
 * of it. `origin` is where this Posthorn answers.
 */
export function curlOf(
  { method, path, headers, body }: Outgoing,
  { origin, isOpen }: { origin: string; isOpen: boolean },
): string {
  const parts = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + path)}`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $(cat bridge-token)"']),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [typeof body === 'string' ? `-d ${quoted(body)}` : `--data-binary ${quoted(`@${body.name}`)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** A `'` ends the quotation, stands for itself, and begins another. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
