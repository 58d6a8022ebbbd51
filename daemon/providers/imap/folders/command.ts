import type { ImapFlow } from 'imapflow';

/** A part of a response as imapflow parses it: a list is an array, NIL is null, the value of a literal is a Buffer. */
export type Token = { value?: unknown; section?: readonly Token[] } | readonly Token[] | null;

type UntaggedResponse = { attributes?: readonly Token[] };

/** Handlers for a command's untagged responses, by type. */
export type ExecOptions = { untagged?: Record<string, (answer: UntaggedResponse) => Promise<void>> };

/**
 * The parts of imapflow that its types omit: the method that runs every command, the running command, the known folders, and
 * the parser with the bytes of an unfinished response.
 */
type ImapFlowInternals = {
  folders: Map<string, unknown>;
  currentRequest: { tag: string } | false;
  streamer: { literals: readonly unknown[]; literalWaiting: number; lineBytes: number };
  exec(command: string, attributes: unknown, options?: ExecOptions): Promise<{ next(): void }>;
  write(bytes: Buffer): unknown;
};

export function internalsOf(client: ImapFlow): ImapFlowInternals {
  return client as unknown as ImapFlowInternals;
}

/**
 * Runs a command that imapflow has no method for. `onUntagged` receives the untagged responses by type during the command,
 * so names arrive as the server wrote them.
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

/** The text of a token: an atom, a quoted string or a literal. */
export function textOf(token: Token | undefined): string | undefined {
  const value = token && 'value' in token ? token.value : undefined;
  if (Buffer.isBuffer(value)) return value.toString();
  return typeof value === 'string' ? value : undefined;
}

export function listOf(token: Token | undefined): readonly Token[] {
  return isList(token) ? token : [];
}

/** Whether the server has this capability, by itself or as a part of IMAP4rev2 (RFC 9051, appendix E). */
export function hasCapability(
  { capabilities, enabled }: ImapFlow,
  name: 'LIST-EXTENDED' | 'LIST-STATUS' | 'SPECIAL-USE',
) {
  return capabilities.has(name) || enabled.has('IMAP4REV2');
}

function isList(token: Token | undefined): token is readonly Token[] {
  return Array.isArray(token);
}

/** imapflow sets the response code of a refusal (RFC 5530) only for its own commands; errors are classified by it. */
function withResponseCode(error: unknown): unknown {
  const answer = (error as { response?: UntaggedResponse } | undefined)?.response;
  const [first] = answer?.attributes ?? [];
  const code = first && 'section' in first ? textOf(first.section?.[0]) : undefined;
  return code === undefined ? error : Object.assign(error as Error, { serverResponseCode: code.toUpperCase() });
}
