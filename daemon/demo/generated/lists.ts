import type { DemoMessage } from '../message.ts';
import type { WritingContext } from '../writing-context.ts';
import { correspondence } from './correspondence.ts';

const lists = {
  personal: [
    { tag: 'garden', name: 'Garden club', host: 'lists.gardenclub.example' },
    { tag: 'choir', name: 'Harbour Choir', host: 'lists.harbourchoir.example' },
  ],
  work: [
    { tag: 'museum-tech', name: 'Museum Technology', host: 'lists.museumtech.example' },
    { tag: 'letterpress', name: 'Letterpress Exchange', host: 'lists.letterpress.example' },
  ],
};

/** A conversation on a mailing list (RFC 2369, RFC 2919). */
export function listMail(context: WritingContext): DemoMessage {
  const message = correspondence(context);
  const { tag, name, host } = context.story().pick(lists[context.profile]);
  const address = `${tag}@${host}`;
  const subject = message.subject.startsWith('Re: ')
    ? `Re: [${tag}] ${message.subject.slice(4)}`
    : `[${tag}] ${message.subject}`;
  return {
    ...message,
    to: [{ name, email: address }],
    cc: undefined,
    subject,
    headers: [
      ['List-Id', `${name} <${tag}.${host}>`],
      ['List-Post', `<mailto:${address}>`],
      ['List-Unsubscribe', `<mailto:${tag}-leave@${host}>`],
      ['List-Archive', `<https://${host}/${tag}/>`],
      ['Precedence', 'list'],
    ],
    text: `${message.text}\r\n_______________________________________________\r\n${name} mailing list, ${address}\r\n`,
  };
}
