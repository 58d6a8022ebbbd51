/** The samples of a frame: an eightieth of a second, similar to the time resolution of hearing. */
const frameSamples = 512;
/** The analysed tones, in cycles per frame: from 86 to 3,400 Hz. */
const tones = Array.from({ length: 40 }, (_, index) => index + 1);
/** Each frame is faded in and out. */
const frameWindow = Float64Array.from(
  { length: frameSamples },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frameSamples),
);

/** The strength of each tone in each frame of a sound of 44.1 kHz. */
export function spectrogram(samples: Int16Array): Float64Array {
  const frames = Math.floor(samples.length / frameSamples);
  const picture = new Float64Array(frames * tones.length);
  for (let index = 0; index < frames; index++) {
    const piece = frameWindow.map((share, at) => share * (samples[index * frameSamples + at] ?? 0));
    for (const [row, cycles] of tones.entries()) picture[index * tones.length + row] = toneAmplitude(piece, cycles);
  }
  return picture;
}

/** Goertzel's algorithm. */
function toneAmplitude(piece: Float64Array, cycles: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * cycles) / frameSamples);
  let last = 0;
  let before = 0;
  for (let at = 0; at < frameSamples; at++) {
    const next = (piece[at] ?? 0) + coefficient * last - before;
    before = last;
    last = next;
  }
  return Math.sqrt(Math.max(0, last * last + before * before - coefficient * last * before));
}

/** How similar two spectra are, from 0 to 1: which tones sound at which time, whatever their loudness. */
export function similarity(one: Float64Array, other: Float64Array): number {
  let both = 0;
  for (let at = 0; at < Math.min(one.length, other.length); at++) both += (one[at] ?? 0) * (other[at] ?? 0);
  const sizes = magnitude(one) * magnitude(other);
  return sizes === 0 ? 0 : both / sizes;
}

function magnitude(picture: Float64Array): number {
  return Math.sqrt(picture.reduce((sum, amount) => sum + amount * amount, 0));
}

/** The loudness of a sound: the root mean square of its samples. */
export function loudness(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}
