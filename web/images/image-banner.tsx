import { Image } from 'lucide-react';
import { useId, useState } from 'react';
import type { MessageBody } from '../../daemon/contract/body.ts';
import { Button } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { useAllowing } from './allowing.ts';
import { AllowancesDialog } from './allowances-dialog.tsx';
import styles from './image-banner.module.css';
import { hostsOf, watchersOf } from './watchers.ts';
import type { ImagesState } from './use-images.ts';

const words = strings.images;

type ImageBannerProps = { body: MessageBody; sender: string; images: ImagesState };

/** Says what is kept out of a message and who would hear of it, and lets it in. */
export function ImageBanner({ body, sender, images }: ImageBannerProps) {
  const [saysWhy, setSaysWhy] = useState(false);
  const why = useId();
  return (
    <>
      <div className={styles['notice']}>
        <Image aria-hidden="true" />
        <p aria-live="polite">
          <Says body={body} images={images} />
        </p>
        <div className={styles['acts']}>
          <Acts body={body} sender={sender} images={images} />
          <Button look="quiet" aria-expanded={saysWhy} aria-controls={why} onClick={() => setSaysWhy(!saysWhy)}>
            {words.why}
          </Button>
        </div>
      </div>
      <div id={why}>{saysWhy && <Because body={body} />}</div>
    </>
  );
}

function Says({ body, images }: Omit<ImageBannerProps, 'sender'>) {
  const { remote_images, tracking_images } = body;
  const names = watchersOf(body);
  if (images.state === 'fetching') return words.fetching;
  if (images.state === 'shown') {
    return (
      <>
        <strong>{words.shown({ images: images.shown.length })}</strong>
        {images.failed > 0 && words.failed({ images: images.failed })}
        {names.length > 0 && words.keptOut({ trackers: tracking_images, names })}
      </>
    );
  }
  return (
    <>
      <strong>{(images.canShow ? words.waiting : words.staying)({ images: remote_images })}</strong>
      {names.length > 0 &&
        words.trackers({
          images: remote_images,
          trackers: tracking_images,
          names,
          which: tracking_images === remote_images ? 'all' : 'some',
        })}
      {images.state === 'refused' && `. ${words.notFetched}: ${wordsOf(images.error)}`}
    </>
  );
}

function Acts({ body, sender, images }: ImageBannerProps) {
  const { allow } = useAllowing();
  useKeys(images.canShow && images.state !== 'shown' ? { showImages: images.show } : {});
  if (!images.canShow) return null;
  const isRepeat = images.state === 'refused' || (images.state === 'shown' && images.failed > 0);
  return (
    <>
      {(images.state === 'waiting' || isRepeat) && (
        <Button look="quiet" onClick={images.show}>
          {isRepeat ? words.again : words.show}
        </Button>
      )}
      {!body.images_allowed && (
        <Button
          look="quiet"
          title={words.alwaysFrom({ sender })}
          onClick={() => void allow({ message_id: body.message_id })}
        >
          {words.always}
        </Button>
      )}
    </>
  );
}

/** Why they wait, where they lie, and whose do not. */
function Because({ body }: { body: MessageBody }) {
  const [showsAllowances, setShowsAllowances] = useState(false);
  return (
    <div className={styles['because']}>
      <p>{words.because}</p>
      <ul aria-label={words.hosts}>
        {hostsOf(body).map(({ host, count, names }) => (
          <li key={host}>
            <strong>{host}</strong> {words.images({ count })}
            {names.length > 0 && words.ofTrackers({ names })}
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={() => setShowsAllowances(true)}>
        {words.allowances.open}
      </Button>
      {showsAllowances && <AllowancesDialog onClose={() => setShowsAllowances(false)} />}
    </div>
  );
}
