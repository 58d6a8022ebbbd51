import { sampleRate } from '../../headless/notifications/wave-file.ts';

/** A sound: its amplitude at a time in seconds from its beginning. */
export type Voice = (seconds: number) => number;

const fullCircle = 2 * Math.PI;

/** A note of a post horn: a warm tone that becomes brighter in the attack, and darker at its end. */
export function horn(
  hertz: number,
  { startAt, duration, loud = 1 }: { startAt: number; duration: number; loud?: number },
): Voice {
  const partials = [1, 2, 3, 4, 5, 6, 7];
  return delayed(startAt, (t) => {
    if (t > duration) return 0;
    const blown = Math.min(1, t / 0.025) * Math.cos((Math.min(1, t / duration) * Math.PI) / 2);
    const lip = 1 + 0.004 * Math.exp(-t * 30);
    const tone = partials.reduce(
      (sum, n) => sum + (Math.sin(fullCircle * hertz * lip * n * t) * blown ** (n / 2)) / n ** 1.6,
      0,
    );
    return loud * blown * tone;
  });
}

/** A struck wooden bar: its tone, two short overtones, and the knock of the mallet. */
export function wood(
  hertz: number,
  { startAt, decaySeconds, loud = 1 }: { startAt: number; decaySeconds: number; loud?: number },
): Voice {
  return delayed(startAt, (t) => {
    const tone = Math.sin(fullCircle * hertz * t) * Math.exp(-t / decaySeconds);
    const over = 0.3 * Math.sin(fullCircle * hertz * 3.93 * t) * Math.exp(-t / (decaySeconds / 4));
    const high = 0.08 * Math.sin(fullCircle * hertz * 9.2 * t) * Math.exp(-t / (decaySeconds / 12));
    return loud * Math.min(1, t / 0.002) * (tone + over + high);
  });
}

/** A small brass bell: slightly inharmonic overtones, of which the high ones decay first. */
export function brassBell(
  hertz: number,
  { startAt, decaySeconds, loud = 1 }: { startAt: number; decaySeconds: number; loud?: number },
): Voice {
  const partials = [
    [1, 1, 1],
    [2.01, 0.5, 0.6],
    [2.76, 0.22, 0.4],
    [5.4, 0.1, 0.18],
  ] as const;
  return delayed(startAt, (t) => {
    const rung = partials.reduce(
      (sum, [ratio, share, life]) =>
        sum + share * Math.sin(fullCircle * hertz * ratio * t) * Math.exp(-t / (decaySeconds * life)),
      0,
    );
    return loud * Math.min(1, t / 0.003) * rung;
  });
}

/** A tone that glides from one pitch to another in `within` seconds, and decays soon after. */
export function glide(low: number, high: number, { within, rings }: { within: number; rings: number }): Voice {
  return (t) => {
    // The phase is the integral of the pitch, which rises linearly and then stays.
    const rising = Math.min(t, within);
    const phase = low * rising + ((high - low) * rising ** 2) / (2 * within) + high * Math.max(0, t - within);
    return Math.min(1, t / 0.004) * Math.sin(fullCircle * phase) * Math.exp(-t / rings);
  };
}

/** The sum of several voices. */
export function mix(...voices: readonly Voice[]): Voice {
  return (t) => voices.reduce((sum, voice) => sum + voice(t), 0);
}

function delayed(from: number, voice: Voice): Voice {
  return (t) => (t < from ? 0 : voice(t - from));
}

/** Seconds of the fade-out at the end, which prevents a click. */
const fadeSeconds = 0.03;

/** The samples of a voice that lasts `seconds`; its loudest sample is `peak` of full scale. */
export function renderSamples({ voice, seconds, peak }: { voice: Voice; seconds: number; peak: number }): Int16Array {
  const length = Math.round(seconds * sampleRate);
  const swings = Array.from({ length }, (_, index) => {
    const t = index / sampleRate;
    const left = (length - 1 - index) / sampleRate;
    return voice(t) * (left < fadeSeconds ? (1 - Math.cos((Math.PI * left) / fadeSeconds)) / 2 : 1);
  });
  const loudest = swings.reduce((most, swing) => Math.max(most, Math.abs(swing)), 0);
  return Int16Array.from(swings, (swing) => Math.round((swing / loudest) * peak * 32_767));
}
