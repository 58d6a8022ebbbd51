import type { ImapFlow } from 'imapflow';

/** A part of an answer as imapflow reads it: a list is an array, NIL is null, the value of a literal is a Buffer. */
export type Token = { value?: unknown; section?: readonly Token[] } | readonly Token[] | null;

type UntaggedResponse = { attributes?: readonly Token[] };

/** Beside a command: what hears its untagged answers, by their kind. */
export type ExecOptions = { untagged?: Record<string, (answer: UntaggedResponse) => Promise<void>> };

/** What imapflow's types leave out: what every command of it goes through, and the folders it knows. */
type ImapFlowInternals = {
  folders: Map<string, unknown>;
  exec(command: string, attributes: unknown, options?: ExecOptions): Promise<{ next(): void }>;
  write(bytes: Buffer): unknown;
};

export function internalsOf(client: ImapFlow): ImapFlowInternals {
  return client as unknown as ImapFlowInternals;
}

/**
 * Runs a command in a way imapflow has no method for. `hear` is told the untagged answers of each kind while it runs,
 * so the names it is given arrive as the server wrote them.
 */
export async function runCommand(
  client: ImapFlow,
  command: string,
  attributes: readonly unknown[],
  onUntagged: Readonly<Record<string, (answer: readonly Token[]) => void>>,
): Promise<void> {
  const untagged = Object.fromEntries(
    Object.entries(onUntagged).map(([kind, listener]) => [
      kind,
      ({ attributes: answer = [] }: UntaggedResponse) => Promise.resolve(listener(answer)),
    ]),
  );
  try {
    const { next } = await internalsOf(client).exec(command, attributes, { untagged });
    next();
  } catch (error) {
    throw withResponseCode(error);
  }
}

/** The text of a token, whether it was written as an atom, in quotes or as a literal. */
export function textOf(token: Token | undefined): string | undefined {
  const value = token && 'value' in token ? token.value : undefined;
  if (Buffer.isBuffer(value)) return value.toString();
  return typeof value === 'string' ? value : undefined;
}

export function listOf(token: Token | undefined): readonly Token[] {
  return isList(token) ? token : [];
}

/** Whether the server can do this, by itself or as a part of IMAP4rev2 (RFC 9051, appendix E). */
export function hasCapability(
  { capabilities, enabled }: ImapFlow,
  name: 'LIST-EXTENDED' | 'LIST-STATUS' | 'SPECIAL-USE',
) {
  return capabilities.has(name) || enabled.has('IMAP4REV2');
}

function isList(token: Token | undefined): token is readonly Token[] {
  return Array.isArray(token);
}

/** imapflow gives the code of a refusal (RFC 5530) to its own commands alone; trouble is told by it. */
function withResponseCode(error: unknown): unknown {
  const answer = (error as { response?: UntaggedResponse } | undefined)?.response;
  const [first] = answer?.attributes ?? [];
  const code = first && 'section' in first ? textOf(first.section?.[0]) : undefined;
  return code === undefined ? error : Object.assign(error as Error, { serverResponseCode: code.toUpperCase() });
}
