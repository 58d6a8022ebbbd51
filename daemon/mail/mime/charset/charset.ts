import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { bufferOf } from '../bytes.ts';
import { knownCharsetLabel } from './charset-aliases.ts';
import { toEightBit } from './shifted-charsets.ts';

/** `isGuessed`: no character set was declared, or the declared one is wrong. */
export type DecodedText = { text: string; isGuessed: boolean; charset: string };

/** A decoder keeps no state between texts; creating one costs more than decoding most texts. */
const decoders = new Map<string, TextDecoder | undefined>();

/**
 * The text of bytes in the character set with that label: those of the WHATWG Encoding Standard, UTF-7 (RFC 2152), and
 * those that iconv-lite supports besides. Unknown labels count as missing. A byte order mark is removed; unmapped bytes
 * become U+FFFD. Never throws.
 */
export function decodeCharset(bytes: Uint8Array, label: string | undefined): DecodedText {
  const buffer = bufferOf(bytes);
  const name = label === undefined ? '' : label.toLowerCase().replace(/^[\s"']+|[\s"';]+$/g, '');
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) return decodeUtf8(buffer.subarray(3));
  switch (name) {
    case '':
    case 'us-ascii':
    case 'ascii':
      return decodeUnlabelled(buffer);
    case 'utf-8':
    case 'utf8':
      return decodeUtf8(buffer);
    case 'iso-8859-1':
    case 'windows-1252':
      return isAscii(buffer)
        ? decodeLatin1(buffer, 'windows-1252')
        : decodeWithTextDecoder(buffer, 'windows-1252', false);
    case 'iso-2022-jp':
    case 'csiso2022jp':
      return decodeIso2022Jp(buffer);
    case 'utf-16':
      return decodeWithTextDecoder(buffer, detectUtf16ByteOrder(buffer), false);
    default:
      return decodeLabelled(buffer, name);
  }
}

function decodeLabelled(buffer: Buffer, name: string): DecodedText {
  const eightBit = toEightBit(buffer, name);
  if (eightBit) return { ...decodeWithTextDecoder(eightBit.bytes, eightBit.charset, false), charset: name };
  if (decoderFor(name)) return decodeWithTextDecoder(buffer, name, false);
  // These three are not character sets: iconv-lite would encode the bytes instead of decoding them.
  const isKnown = !/^(base64|hex|internal)$/.test(name) && iconv.encodingExists(name);
  if (isKnown) return { text: iconv.decode(buffer, name), isGuessed: false, charset: name };
  const label = knownCharsetLabel(name);
  return label === undefined || label === name ? decodeUnlabelled(buffer) : decodeCharset(buffer, label);
}

function decodeUnlabelled(buffer: Buffer): DecodedText {
  if (isAscii(buffer)) {
    const isJapanese = buffer.includes(27) && /\x1b(?:\$[@B]|\([JI])/.test(buffer.toString('latin1'));
    return isJapanese ? decodeIso2022Jp(buffer) : decodeLatin1(buffer, 'us-ascii');
  }
  if (isUtf8(buffer)) return { text: buffer.toString('utf8'), isGuessed: false, charset: 'utf-8' };
  return decodeWithTextDecoder(buffer, 'windows-1252', true);
}

/** Concatenated texts have adjacent escape sequences, which decoders treat as an attack. */
function decodeIso2022Jp(buffer: Buffer): DecodedText {
  const text = buffer.toString('latin1').replace(/\x1b[$(][@BIJ](?=\x1b)/g, '');
  return decodeWithTextDecoder(Buffer.from(text, 'latin1'), 'iso-2022-jp', false);
}

/** UTF-8 with more broken than whole characters is text in another character set with a wrong label. */
function decodeUtf8(buffer: Buffer): DecodedText {
  if (isAscii(buffer)) return decodeLatin1(buffer, 'utf-8');
  const text = buffer.toString('utf8');
  if (isUtf8(buffer)) return { text, isGuessed: false, charset: 'utf-8' };
  let broken = 0;
  let whole = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken++;
    // The second half of a surrogate pair does not count as a character.
    else if (code > 127 && (code & 0xfc00) !== 0xdc00) whole++;
  }
  return broken > whole
    ? decodeWithTextDecoder(buffer, 'windows-1252', true)
    : { text, isGuessed: false, charset: 'utf-8' };
}

function decodeLatin1(buffer: Buffer, charset: string): DecodedText {
  return { text: buffer.toString('latin1'), isGuessed: false, charset };
}

function decodeWithTextDecoder(buffer: Buffer, name: string, isGuessed: boolean): DecodedText {
  const decoder = decoderFor(name);
  return { text: decoder?.decode(buffer) ?? buffer.toString('latin1'), isGuessed, charset: decoder?.encoding ?? name };
}

function decoderFor(name: string): TextDecoder | undefined {
  if (decoders.has(name)) return decoders.get(name);
  const decoder = newDecoder(name);
  // Labels come from mail: a new invented label in each message must not fill the memory.
  if (decoder || decoders.size < 1_000) decoders.set(name, decoder);
  return decoder;
}

function newDecoder(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    // Labels that the platform does not know are left to iconv-lite.
    return undefined;
  }
}

/** RFC 2781, section 4.3: big-endian without a byte order mark; many writers use little-endian nevertheless. */
function detectUtf16ByteOrder(buffer: Buffer): string {
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be';
  let balance = 0;
  for (let i = 0; i + 1 < Math.min(buffer.length, 2_000); i += 2) {
    balance += (buffer[i] === 0 ? 1 : 0) - (buffer[i + 1] === 0 ? 1 : 0);
  }
  return balance < 0 ? 'utf-16le' : 'utf-16be';
}
