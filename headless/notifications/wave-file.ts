/** Samples per second of every chime, mono, 16 bits. */
export const sampleRate = 44_100;

const headerBytes = 44;

/** A RIFF WAVE file of uncompressed samples (PCM, mono, 16 bits). */
export function encodeWave(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(headerBytes + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries()) bytes.writeInt16LE(sample, headerBytes + at * 2);
  return bytes;
}

/** The samples of a file that `waveOf` made. */
export function decodeWave(wave: Buffer): Int16Array {
  const length = Math.max(0, Math.floor((wave.length - headerBytes) / 2));
  return Int16Array.from({ length }, (_, at) => wave.readInt16LE(headerBytes + at * 2));
}

/** The same sound at `volume`, from 0 to 1: every sample is scaled by it. */
export function scaleVolume(wave: Buffer, volume: number): Buffer {
  return encodeWave(decodeWave(wave).map((sample) => Math.round(sample * volume)));
}
