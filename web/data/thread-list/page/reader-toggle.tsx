import { Columns2, Maximize2 } from 'lucide-react';
import { IconButton } from '../../../design/controls/button.tsx';
import { describeChord } from '../../../keyboard/key-names.ts';
import { keyFor, useKeys } from '../../../keyboard/use-keys.ts';
import { strings } from '../../../i18n/strings.ts';
import { chooseReaderLayout, useHasRoomBeside, useReaderLayout } from './reader-layout.ts';

const t = strings.reader;

/** Switches the reader between beside and over the list. Nothing if the window has no room for both. */
export function ReaderToggle() {
  const layout = useReaderLayout();
  if (!useHasRoomBeside()) return null;
  const name = layout === 'full' ? t.readBeside : t.readFull;
  const key = keyFor('readerPlace');
  return (
    <IconButton
      name={name}
      title={key === '' ? name : strings.acting.keyed({ name, key: describeChord(key) })}
      onClick={() => chooseReaderLayout(layout === 'full' ? 'beside' : 'full')}
    >
      {layout === 'full' ? <Columns2 /> : <Maximize2 />}
    </IconButton>
  );
}

/** The key and the palette command of the same switch, for every list. */
export function useReaderKeys(): void {
  const layout = useReaderLayout();
  const hasRoom = useHasRoomBeside();
  useKeys(hasRoom ? { readerPlace: () => chooseReaderLayout(layout === 'full' ? 'beside' : 'full') } : {});
}
