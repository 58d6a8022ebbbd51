/** A server's extensions, by keyword in capitals, each with its parameters (RFC 5321, section 4.1.1.1). */
export type Extensions = ReadonlyMap<string, readonly string[]>;

/** Parses the reply to EHLO, whose first line is a greeting. */
export function extensionsOf(reply: string): Extensions {
  const lines = reply.split(/\r?\n/).slice(1);
  return new Map(
    lines.map((line): [string, string[]] => {
      // Old servers write AUTH=PLAIN.
      const [keyword = '', ...parameters] = line
        .slice(4)
        .trim()
        .toUpperCase()
        .split(/[\s=]+/);
      return [keyword, parameters];
    }),
  );
}

/** The largest accepted message in bytes (RFC 1870); undefined where the server states no limit. */
export function sizeLimit(extensions: Extensions): number | undefined {
  const limit = Number(extensions.get('SIZE')?.[0]);
  return limit > 0 ? limit : undefined;
}
