/** Texts as one buffer: each is a message in one frame, unmasked as from a server (RFC 6455, 5.2). */
export function textFrames(texts: readonly string[]): Buffer {
  const pieces = texts.map((text) => ({ text, bytes: Buffer.byteLength(text) }));
  const whole = pieces.reduce((sum, { bytes }) => sum + headerLength(bytes) + bytes, 0);
  const frames = Buffer.allocUnsafe(whole);
  let at = 0;
  for (const { text, bytes } of pieces) {
    at = writeHeader(frames, at, bytes);
    at += frames.write(text, at);
  }
  return frames;
}

/** FIN and the opcode of a text message. */
const finalText = 0x81;
const lengthInTwoBytes = 126;
const lengthInEightBytes = 127;

function headerLength(bytes: number): number {
  if (bytes < lengthInTwoBytes) return 2;
  return bytes < 65_536 ? 4 : 10;
}

function writeHeader(frames: Buffer, at: number, bytes: number): number {
  const after = frames.writeUInt8(finalText, at);
  switch (headerLength(bytes)) {
    case 2:
      return frames.writeUInt8(bytes, after);
    case 4:
      return frames.writeUInt16BE(bytes, frames.writeUInt8(lengthInTwoBytes, after));
    default:
      return frames.writeBigUInt64BE(BigInt(bytes), frames.writeUInt8(lengthInEightBytes, after));
  }
}
