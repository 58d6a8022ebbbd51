import { Columns2, Maximize2 } from 'lucide-react';
import { classes, IconButton } from '../design/button.tsx';
import { keyWords } from '../shell/key-names.ts';
import { keyOf, useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { chooseReaderPlace, useHasRoomBeside, useReaderPlace } from './reader-place.ts';

const words = strings.reader;

/** Has conversations shown over the list instead of beside it, or the other way. Nothing where there is no room for both. */
export function ReaderToggle({ className }: { className?: string | undefined }) {
  const place = useReaderPlace();
  if (!useHasRoomBeside()) return null;
  const name = place === 'full' ? words.readBeside : words.readFull;
  const key = keyOf('readerPlace');
  return (
    <IconButton
      name={name}
      title={key === '' ? name : strings.acting.keyed({ name, key: keyWords(key) })}
      className={classes(className)}
      onClick={() => chooseReaderPlace(place === 'full' ? 'beside' : 'full')}
    >
      {place === 'full' ? <Columns2 /> : <Maximize2 />}
    </IconButton>
  );
}

/** The same by key and by name, wherever there is a list. */
export function useReaderKeys(): void {
  const place = useReaderPlace();
  const hasRoom = useHasRoomBeside();
  useKeys(hasRoom ? { readerPlace: () => chooseReaderPlace(place === 'full' ? 'beside' : 'full') } : {});
}
