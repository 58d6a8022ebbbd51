import { Image } from 'lucide-react';
import { useId, useState } from 'react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { Button } from '../../../design/controls/button.tsx';
import { errorText } from '../../../design/feedback/empty-state.tsx';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { strings } from '../../../i18n/strings.ts';
import { useImageAllowances } from '../../../data/use-image-allowances.ts';
import { AllowancesDialog } from '../lazy-parts.ts';
import styles from './image-banner.module.css';
import { hostsOf, trackerNamesOf } from './image-hosts.ts';
import type { ImagesState } from './use-images.ts';

const t = strings.images;

type ImageBannerProps = { body: MessageBody; sender: string; images: ImagesState };

/** Shows which images of a message are blocked and which hosts would learn of the reading, and loads them. */
export function ImageBanner({ body, sender, images }: ImageBannerProps) {
  const [showsReason, setShowsReason] = useState(false);
  const why = useId();
  return (
    <>
      <div className={styles['notice']}>
        <Image aria-hidden="true" />
        <p aria-live="polite">
          <BannerText body={body} images={images} />
        </p>
        <div className={styles['acts']}>
          <BannerActions body={body} sender={sender} images={images} />
          <Button
            look="quiet"
            aria-expanded={showsReason}
            aria-controls={why}
            onClick={() => setShowsReason(!showsReason)}
          >
            {t.why}
          </Button>
        </div>
      </div>
      <div id={why}>{showsReason && <Because body={body} />}</div>
    </>
  );
}

function BannerText({ body, images }: Omit<ImageBannerProps, 'sender'>) {
  const { remote_images, tracking_images } = body;
  const names = trackerNamesOf(body);
  if (images.state === 'fetching') return t.fetching;
  if (images.state === 'shown') {
    return (
      <>
        <strong>{t.shown({ images: images.shown.length })}</strong>
        {images.failed > 0 && t.failed({ images: images.failed })}
        {names.length > 0 && t.keptOut({ trackers: tracking_images, names })}
      </>
    );
  }
  return (
    <>
      <strong>{(images.canShow ? t.waiting : t.staying)({ images: remote_images })}</strong>
      {names.length > 0 &&
        t.trackers({
          images: remote_images,
          trackers: tracking_images,
          names,
          which: tracking_images === remote_images ? 'all' : 'some',
        })}
      {images.state === 'refused' && ` ${t.notFetched}: ${errorText(images.error)}`}
    </>
  );
}

function BannerActions({ body, sender, images }: ImageBannerProps) {
  const { allow } = useImageAllowances();
  useKeys(images.canShow && images.state !== 'shown' ? { showImages: images.show } : {});
  if (!images.canShow) return null;
  const isRepeat = images.state === 'refused' || (images.state === 'shown' && images.failed > 0);
  return (
    <>
      {(images.state === 'waiting' || isRepeat) && (
        <Button look="quiet" onClick={images.show}>
          {isRepeat ? t.again : t.show}
        </Button>
      )}
      {!body.images_allowed && (
        <Button
          look="quiet"
          title={t.alwaysFrom({ sender })}
          onClick={() => void allow({ message_id: body.message_id })}
        >
          {t.always}
        </Button>
      )}
    </>
  );
}

/** Why the images are blocked, their hosts, and the trackers among them. */
function Because({ body }: { body: MessageBody }) {
  const [showsAllowances, setShowsAllowances] = useState(false);
  return (
    <div className={styles['because']}>
      <p>{t.because}</p>
      <ul aria-label={t.hosts}>
        {hostsOf(body).map(({ host, count, names }) => (
          <li key={host}>
            <strong>{host}</strong> {t.images({ count })}
            {names.length > 0 && t.ofTrackers({ names })}
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={() => setShowsAllowances(true)}>
        {t.allowances.open}
      </Button>
      {showsAllowances && <AllowancesDialog onClose={() => setShowsAllowances(false)} />}
    </div>
  );
}
