import type { Random } from '../../../daemon/demo/random.ts';
import type { Correspondent } from './correspondents.ts';
import { headerText } from './encode.ts';

export type SyntheticMessage = {
  /** Without angle brackets, as `references`. */
  id: string;
  references: readonly string[];
  from: Correspondent;
  to: readonly Correspondent[];
  cc: readonly Correspondent[];
  /** The address of its mailing list. */
  list?: string;
  subject: string;
  /** Unix seconds. */
  at: number;
};

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The header of a message that has passed three servers, up to the fields of its body. */
export function messageHeader(random: Random, message: SyntheticMessage): string {
  const { id, references, from, to, cc, list, subject, at } = message;
  const host = from.email.slice(from.email.indexOf('@') + 1);
  const parent = references.at(-1);
  const lines = [
    `Return-Path: <${list ? list.replace('@', '-bounces@') : from.email}>`,
    `Delivered-To: owner@posthorn.example`,
    ...received(random, host, at),
    ...(list ? [received(random, list.slice(list.indexOf('@') + 1), at)[0]] : []),
    `Authentication-Results: mx.posthorn.example;\r\n dkim=pass header.d=${host} header.s=mail;\r\n` +
      ` spf=pass smtp.mailfrom=${from.email};\r\n dmarc=pass header.from=${host}`,
    signature(random, host, at),
    `Date: ${dateText(at)}`,
    `From: ${formatAddress(from)}`,
    `To: ${list ? `<${list}>` : to.map(formatAddress).join(',\r\n ')}`,
    ...(cc.length > 0 ? [`Cc: ${cc.map(formatAddress).join(',\r\n ')}`] : []),
    `Subject: ${headerText(subject)}`,
    `Message-ID: <${id}>`,
    ...(parent
      ? [`In-Reply-To: <${parent}>`, `References: ${references.map((each) => `<${each}>`).join('\r\n ')}`]
      : []),
    ...(list ? listLines(list) : []),
    `User-Agent: Letterbox/${random.between(1, 14)}.${random.below(10)}`,
    'MIME-Version: 1.0',
  ];
  return lines.join('\r\n');
}

function received(random: Random, host: string, at: number): string[] {
  const hops = ['mx.posthorn.example', `relay${random.below(8)}.${host}`, `smtp.${host}`, `desk.${host}`];
  return [0, 1, 2].map((hop) => {
    const address = `192.0.2.${random.between(1, 254)}`;
    return (
      `Received: from ${hops[hop + 1]} (${hops[hop + 1]} [${address}])\r\n\tby ${hops[hop]} (Post) with ESMTPS id ` +
      `${base64Text(random, 12)}\r\n\tfor <owner@posthorn.example>; ${dateText(at + 9 - hop * 3)}`
    );
  });
}

function signature(random: Random, host: string, at: number): string {
  return (
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${host}; s=mail; t=${at};\r\n` +
    `\th=from:to:subject:date:message-id:mime-version:references:in-reply-to;\r\n\tbh=${base64Text(random, 43)}=;\r\n` +
    `\tb=${[70, 70, 70, 70, 62].map((length) => base64Text(random, length)).join('\r\n\t ')}==`
  );
}

function listLines(list: string): string[] {
  const [name = '', host = ''] = list.split('@');
  return [
    `List-Id: <${name}.${host}>`,
    `List-Post: <mailto:${list}>`,
    `List-Unsubscribe: <mailto:${name}-leave@${host}>,\r\n <https://${host}/leave/${name}>`,
    'Precedence: list',
  ];
}

function formatAddress({ name, email }: Correspondent): string {
  return `${name} <${email}>`;
}

function dateText(at: number): string {
  return new Date(at * 1000).toUTCString().replace('GMT', '+0000');
}

/** Six bits per character, five characters per number. */
export function base64Text(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    let bits = random.below(2 ** 30);
    for (let i = 0; i < 5; i++) {
      text += base64Alphabet[bits & 63];
      bits >>>= 6;
    }
  }
  return text.slice(0, length);
}
