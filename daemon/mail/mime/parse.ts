import { reasonOf } from '../../base/failure.ts';
import { linkTraits } from '../text/links.ts';
import { snippetOf } from '../text/snippet.ts';
import { contentsOf, type Contents } from './contents.ts';
import { factsOf } from './facts.ts';
import type { Headers } from './headers.ts';
import type { ParsedMessage } from './message.ts';
import { readableOf } from './readable.ts';
import { reportIn } from './reports.ts';
import { readStructure, type Structure } from './structure.ts';

/** Reads a message (RFC 5322, 2045 to 2049). Never throws: what cannot be read is said in `notes`. */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  return parseStructure(bytes, readStructure(bytes));
}

/** As `parseMessage`, for a message whose structure has been read already. */
export function parseStructure(bytes: Uint8Array, { root, notes: cuts }: Structure): ParsedMessage {
  const notes = new Set(cuts);
  try {
    const facts = factsOf(root.headers);
    const contents = contentsOf(bytes, root, notes);
    const { text, origin, own } = readableOf(contents, notes);
    return {
      ...facts,
      text,
      text_origin: origin,
      snippet: snippetOf(own.trim() === '' ? text : own),
      attachments: contents.attachments,
      report: reportIn(bytes, root),
      traits: contents.traits | linkTraits({ text: own, html: htmlIn(contents) }),
      notes: [...notes],
    };
  } catch (failed) {
    notes.add(`The parts of this message could not be read (${reasonOf(failed)}); its source is kept whole.`);
    return unread(root.headers, [...notes]);
  }
}

/** A message of which only the headers are known, and not even those where they are what cannot be read. */
function unread(headers: Headers, notes: string[]): ParsedMessage {
  const nothing = { text: '', text_origin: 'exact', snippet: '', attachments: [], report: null, traits: 0 } as const;
  try {
    return { ...factsOf(headers), ...nothing, attachments: [], notes };
  } catch {
    const none = { ...headers, first: () => undefined, all: () => [] };
    return { ...factsOf(none), ...nothing, attachments: [], notes };
  }
}

function htmlIn({ pieces }: Contents): string | undefined {
  const forms = pieces.flatMap(({ html }) => (html === undefined ? [] : [html]));
  return forms.length > 1 ? forms.join('\n') : forms[0];
}
