import { crc32, deflateSync } from 'node:zlib';
import type { DemoAttachment } from './message.ts';
import type { AttachmentFactory } from './writing-context.ts';
import { mixSeeds } from './random.ts';

/** Creates attachments and caches the few pictures. */
export function createAttachmentFactory(): AttachmentFactory {
  const cache = new Map<string, DemoAttachment>();
  const cached = (key: string, make: () => DemoAttachment) => {
    const known = cache.get(key) ?? make();
    cache.set(key, known);
    return known;
  };
  return {
    picture: (number) => cached(`picture ${number % 6}`, () => picture(number % 6)),
    photograph: (kilobytes) => cached(`photograph ${kilobytes}`, () => photograph(kilobytes)),
    document: (title, lines) => ({
      name: fileName(title, 'pdf'),
      type: 'application/pdf',
      bytes: pdf([title, '', ...lines]),
    }),
    scan: (title, kilobytes) => cached(`${title} ${kilobytes}`, () => scan(title, kilobytes)),
    table: (name, rows) => ({
      name,
      type: 'text/csv',
      bytes: Buffer.from(rows.map((row) => `${row.join(',')}\r\n`).join('')),
    }),
  };
}

function fileName(title: string, ending: string): string {
  return `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.${ending}`;
}

/** One page of text in a font that every PDF reader has. `filler` is an unused stream that increases the file size. */
function pdf(lines: string[], filler?: Buffer): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[()\\]/g, '\\$&')}) Tj T*`);
  const page = `BT /F1 12 Tf 16 TL 72 760 Td\n${shown.join('\n')}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ];
  if (filler) objects.push(`<< /Length ${filler.length} >>\nstream\n${filler.toString('latin1')}\nendstream`);
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

function scan(title: string, kilobytes: number): DemoAttachment {
  const bytes = pdf([title, '', 'Page one of one.'], noise(kilobytes, kilobytes * 1024));
  return { name: fileName(title, 'pdf'), type: 'application/pdf', bytes };
}

/** Incompressible bytes from a shift register, which is fast enough for hundreds of thousands of draws. */
function noise(seed: number, length: number): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = mixSeeds(seed, length) || 1;
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return Buffer.from(words.buffer, 0, length);
}

const inks = [
  [0x8a, 0x5a, 0x10],
  [0x22, 0x61, 0x4a],
  [0xa6, 0x3d, 0x2f],
  [0x3b, 0x5a, 0x78],
  [0x6b, 0x4a, 0x6e],
  [0x5b, 0x64, 0x6b],
] as const;

/** A picture of 160 by 96 pixels with bands and dots in two colours. */
function picture(number: number): DemoAttachment {
  const ink = inks[number] ?? inks[0];
  const [width, height] = [160, 96];
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isInked = (x * x + y * y * 3 + number * 257) % 1600 < 700 || Math.floor((x + number * y) / 16) % 5 === 0;
      rows.set(isInked ? ink : [0xf5, 0xed, 0xe2], y * (1 + width * 3) + 1 + x * 3);
    }
  return { name: `linocut-${number + 1}.png`, type: 'image/png', bytes: png(width, height, rows, 6) };
}

/** Grain over a soft gradient. Like a photograph, it hardly compresses. */
function photograph(kilobytes: number): DemoAttachment {
  const width = 256;
  const stride = 1 + width * 3;
  const height = Math.max(16, Math.round((kilobytes * 1024) / stride));
  const rows = noise(kilobytes, stride * height);
  for (let y = 0; y < height; y++) {
    const light = 160 - Math.round((y / height) * 110);
    // Each row begins with its filter type, which is none.
    rows[y * stride] = 0;
    for (let at = y * stride + 1; at < (y + 1) * stride; at++) rows[at] = light + ((rows[at] ?? 0) & 63);
  }
  return { name: `photograph-${kilobytes}.png`, type: 'image/png', bytes: png(width, height, rows, 0) };
}

/** A true-colour PNG (RFC 2083) of rows that each begin with their filter type. */
function png(width: number, height: number, rows: Buffer, level: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
