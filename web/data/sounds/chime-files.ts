import alert from '../../../resources/chimes/alert.wav?url';
import archive from '../../../resources/chimes/archive.wav?url';
import bell from '../../../resources/chimes/bell.wav?url';
import glass from '../../../resources/chimes/glass.wav?url';
import pop from '../../../resources/chimes/pop.wav?url';
import sent from '../../../resources/chimes/sent.wav?url';
import thud from '../../../resources/chimes/thud.wav?url';
import type { ChimeSound } from '../../../daemon/config/schema/sections.ts';

/** The URL of each sound file, which is part of the page. */
export const chimeFiles: Record<Exclude<ChimeSound, 'none'>, string> = { bell, glass, pop, sent, archive, thud, alert };

/** All sounds to choose from, silence last. */
export const chimeNames: readonly ChimeSound[] = ['bell', 'glass', 'pop', 'sent', 'archive', 'thud', 'alert', 'none'];
