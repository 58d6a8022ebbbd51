import type { Letter } from '../letter.ts';
import type { Occasion } from '../occasion.ts';
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

/** A conversation held over a mailing list (RFC 2369, RFC 2919). */
export function listMail(occasion: Occasion): Letter {
  const letter = correspondence(occasion);
  const { tag, name, host } = occasion.story().pick(lists[occasion.flavour]);
  const address = `${tag}@${host}`;
  const subject = letter.subject.startsWith('Re: ')
    ? `Re: [${tag}] ${letter.subject.slice(4)}`
    : `[${tag}] ${letter.subject}`;
  return {
    ...letter,
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
    text: `${letter.text}\r\n_______________________________________________\r\n${name} mailing list, ${address}\r\n`,
  };
}
