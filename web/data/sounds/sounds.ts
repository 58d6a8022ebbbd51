import type { QueryClient } from '@tanstack/react-query';
import type { ChimeSound } from '../../../daemon/config/schema/sections.ts';
import type { Api } from '../../api/client.ts';
import { chimeFiles } from './chime-files.ts';
import { chimesQuery, quietQuery, type ChimeEvent } from '../queries/notifications.ts';

export type Sounds = {
  /**
   * Plays the sounds of actions on this page, as the settings say. Errors are ignored, because the user did not ask for a
   * sound.
   */
  play: (event: ChimeEvent) => Promise<void>;
  /** Plays a sound that the user asked for, whatever the settings say; throws if it cannot be played. */
  preview: (sound: ChimeSound, volume: number) => Promise<void>;
};

type Audible = Exclude<ChimeSound, 'none'>;
type SoundsDeps = {
  api: Api;
  client: QueryClient;
  /** Creates the audio context after the first interaction. Browsers block sound before that and log a warning. */
  openAudio?: () => AudioContext | undefined;
};

/** The sounds of the page, each fetched before its first use. */
export function createSounds({ api, client, openAudio = audioOnceUsed }: SoundsDeps): Sounds {
  const decoded = new Map<Audible, Promise<AudioBuffer>>();
  let audio: AudioContext | undefined;
  let sounding: AudioBufferSourceNode | undefined;

  function bufferOf(context: AudioContext, sound: Audible): Promise<AudioBuffer> {
    const known = decoded.get(sound);
    if (known) return known;
    const fetched = fetchSound(context, chimeFiles[sound]);
    decoded.set(sound, fetched);
    // A failed fetch is repeated for the next use.
    fetched.catch(() => decoded.delete(sound));
    return fetched;
  }

  async function sound(name: ChimeSound, volume: number): Promise<void> {
    if (name === 'none' || volume === 0) return;
    audio ??= openAudio();
    const context = audio;
    if (!context) return;
    if (context.state === 'suspended') await context.resume();
    const buffer = await bufferOf(context, name);
    sounding?.stop();
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(new GainNode(context, { gain: volume })).connect(context.destination);
    source.start();
    sounding = source;
  }

  return {
    async play(event) {
      try {
        const { config } = await client.fetchQuery(chimesQuery(api));
        const { enabled, volume, [event]: name } = config;
        if (!enabled || name === 'none' || volume === 0) return;
        if ((await client.fetchQuery(quietQuery(api))).is_quiet) return;
        await sound(name, volume);
      } catch {
        // A text also reports the action, so a missing sound loses nothing.
      }
    },
    preview: sound,
  };
}

function audioOnceUsed(): AudioContext | undefined {
  return navigator.userActivation.hasBeenActive ? new AudioContext() : undefined;
}

async function fetchSound(context: AudioContext, address: string): Promise<AudioBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('The sound could not be fetched.');
  return context.decodeAudioData(await answer.arrayBuffer());
}
