import { chimeSounds, type ChimeSound } from '../../daemon/config/schema/sections.ts';
import { encodeWave } from '../../headless/notifications/wave-file.ts';
import { brassBell, glide, horn, renderSamples, mix, wood, type Voice } from './voices.ts';

type Sound = Exclude<ChimeSound, 'none'>;
/** `peak` is the loudest sample: a horn holds its tone, and so seems louder than a struck bar. */
type Recipe = { voice: Voice; seconds: number; peak: number };

/** The seven sounds, in C, for small brass and wood instruments. */
const sounds: Record<Sound, Recipe> = {
  // The call of a small post horn: a rising fourth, on a bell.
  bell: {
    peak: 0.8,
    seconds: 0.95,
    voice: mix(
      brassBell(783.99, { startAt: 0, decaySeconds: 0.16, loud: 0.7 }),
      wood(783.99, { startAt: 0, decaySeconds: 0.05, loud: 0.3 }),
      brassBell(1046.5, { startAt: 0.13, decaySeconds: 0.26 }),
    ),
  },
  glass: {
    peak: 0.7,
    seconds: 0.8,
    voice: mix(
      brassBell(1567.98, { startAt: 0, decaySeconds: 0.2 }),
      brassBell(2093, { startAt: 0.05, decaySeconds: 0.16, loud: 0.4 }),
    ),
  },
  pop: { peak: 0.7, seconds: 0.16, voice: glide(330, 660, { within: 0.07, rings: 0.045 }) },
  // Sent: three rising notes of the horn.
  sent: {
    peak: 0.45,
    seconds: 0.62,
    voice: mix(
      horn(392, { startAt: 0, duration: 0.16, loud: 0.8 }),
      horn(523.25, { startAt: 0.11, duration: 0.18, loud: 0.9 }),
      horn(659.26, { startAt: 0.23, duration: 0.38 }),
    ),
  },
  // Archived: two wooden bars, falling.
  archive: {
    peak: 0.8,
    seconds: 0.42,
    voice: mix(
      wood(523.25, { startAt: 0, decaySeconds: 0.06, loud: 0.8 }),
      wood(349.23, { startAt: 0.1, decaySeconds: 0.1 }),
    ),
  },
  thud: {
    peak: 0.8,
    seconds: 0.3,
    voice: mix(
      glide(190, 120, { within: 0.1, rings: 0.07 }),
      wood(174.61, { startAt: 0, decaySeconds: 0.03, loud: 0.5 }),
    ),
  },
  // The horn calls twice, a falling third: it asks for attention without being loud.
  alert: {
    peak: 0.45,
    seconds: 0.75,
    voice: mix(horn(440, { startAt: 0, duration: 0.3 }), horn(349.23, { startAt: 0.3, duration: 0.44 })),
  },
};

/** The WAV file of each sound, by its name: the same bytes every time. */
export function chimeFiles(): Map<Sound, Buffer> {
  const names = chimeSounds.filter((sound): sound is Sound => sound !== 'none');
  return new Map(names.map((name) => [name, encodeWave(renderSamples(sounds[name]))]));
}
