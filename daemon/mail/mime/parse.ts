import { reasonOf } from '../../base/failure.ts';
import { linkContentFlags } from '../text/links.ts';
import { snippetOf } from '../text/snippet.ts';
import { readContents, type Contents } from './content/contents.ts';
import { parseMessageFields } from './headers/message-fields.ts';
import type { Headers } from './headers/headers.ts';
import type { ParsedMessage } from './parsed-message.ts';
import { readableTextOf } from './content/readable-text.ts';
import { parseReport } from './content/reports.ts';
import { parseMimeStructure, type Structure } from './structure/structure.ts';

/** Parses a message (RFC 5322, 2045 to 2049). Never throws: problems are reported in `notes`. */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  return parseFromStructure(bytes, parseMimeStructure(bytes));
}

/** As `parseMessage`, for a message whose structure is already parsed. */
export function parseFromStructure(bytes: Uint8Array, { root, notes: structureNotes }: Structure): ParsedMessage {
  const notes = new Set(structureNotes);
  try {
    const fields = parseMessageFields(root.headers);
    const contents = readContents(bytes, root, notes);
    const { text, origin, ownText } = readableTextOf(contents, notes);
    return {
      ...fields,
      text,
      text_origin: origin,
      snippet: snippetOf(ownText.trim() === '' ? text : ownText),
      attachments: contents.attachments,
      report: parseReport(bytes, root),
      contentFlags: contents.contentFlags | linkContentFlags({ text: ownText, html: htmlOfTexts(contents) }),
      notes: [...notes],
    };
  } catch (failed) {
    notes.add(`The parts of this message couldn’t be read (${reasonOf(failed)}); its source is kept whole.`);
    return messageWithoutContent(root.headers, [...notes]);
  }
}

/** A message of which at most the headers could be parsed. */
function messageWithoutContent(headers: Headers, notes: string[]): ParsedMessage {
  const noContent = {
    text: '',
    text_origin: 'exact',
    snippet: '',
    attachments: [],
    report: null,
    contentFlags: 0,
  } as const;
  try {
    return { ...parseMessageFields(headers), ...noContent, attachments: [], notes };
  } catch {
    const emptyHeaders = { ...headers, first: () => undefined, all: () => [] };
    return { ...parseMessageFields(emptyHeaders), ...noContent, attachments: [], notes };
  }
}

function htmlOfTexts({ texts }: Contents): string | undefined {
  const forms = texts.flatMap(({ html }) => (html === undefined ? [] : [html]));
  return forms.length > 1 ? forms.join('\n') : forms[0];
}
