import { join } from 'node:path';
import { runDesktop } from './desktop.ts';

// Not awaited: Electron reports that it is ready only after this file has been read to its end.
void runDesktop({ utility: join(import.meta.dirname, 'utility.ts') });
