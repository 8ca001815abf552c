import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { CatalogImage } from '../../generated/resources';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import './catalog.css';

interface Props {
  /** Whose images are offered beside those for everybody. */
  clientId: number | undefined;
  /** The upload that is chosen already. */
  value: string;
  onChoose: (resourceId: string) => void;
  onClose: () => void;
}

const atMost = 1000;
const width = 320;

/** The images of the catalogue, one of which is chosen by pointer or by the keys of radio buttons. */
export const CatalogDialog = ({ clientId, value, onChoose, onClose }: Props) => {
  const t = useTranslate();
  const [chosen, setChosen] = useState(value);
  const images = useQuery({
    queryKey: ['catalogImage'],
    queryFn: async ({ signal }) => {
      const path = `/api/catalogImage?limit=${atMost}`;
      return (await request<{ results: CatalogImage[] }>('GET', path, { signal })).data.results;
    },
  });
  const offered = images.data?.filter(image => !image.clientId || image.clientId === clientId);
  const isNew = chosen !== value && offered?.some(({ resourceId }) => resourceId === chosen) === true;
  return (
    <Modal
      title={t('panel.catalog.title')}
      size="wide"
      unsaved={0}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          refusal={isNew ? undefined : t('panel.catalog.chooseFirst')}
          onClick={() => onChoose(chosen)}
        >
          {t('panel.catalog.choose')}
        </Button>
      }
    >
      {images.error && <Refusal error={images.error} onRetry={retryOf(images)} />}
      {images.isPending && <Skeleton width={320} />}
      {offered?.length === 0 && <Empty title={t('panel.catalog.none')}>{t('panel.catalog.noneText')}</Empty>}
      {offered && offered.length > 0 && (
        <fieldset className="catalog" aria-label={t('panel.catalog.title')}>
          {offered.map(image => (
            <label key={image.id}>
              <input
                type="radio"
                name="catalogImage"
                checked={image.resourceId === chosen}
                onChange={() => setChosen(image.resourceId)}
              />
              <img src={`${image.url}?w=${width}&fit=contain`} alt="" loading="lazy" width="160" height="90" />
              <span>{t(image.titleKey)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </Modal>
  );
};
