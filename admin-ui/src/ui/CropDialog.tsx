import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'ra-core';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from './Button';
import { cutOut } from './cutOut';
import { Modal } from './Modal';
import { Note } from './Note';
import { Radio } from './Radio';
import './files.css';

/** The shapes an image may be cut to: 1:1, 16:9, or as it is. */
export type Aspect = 'square' | 'wide' | 'free';

const ratios: Record<Aspect, number | undefined> = { square: 1, wide: 16 / 9, free: undefined };

interface Props {
  file: File;
  aspects: readonly Aspect[];
  onCut: (file: File) => void;
  onClose: () => void;
}

const fullImage: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** The largest part of the image in that shape, in its middle. */
const largest = ({ naturalWidth: w, naturalHeight: h }: HTMLImageElement, aspect: Aspect): PercentCrop => {
  const ratio = ratios[aspect];
  if (ratio === undefined) return fullImage;
  return centerCrop(makeAspectCrop({ unit: '%', [w / h > ratio ? 'height' : 'width']: 100 }, ratio, w, h), w, h);
};

/** Cuts an image to its shape. Arrow keys move and resize the part, as dragging does. */
export const CropDialog = ({ file, aspects, onCut, onClose }: Props) => {
  const t = useTranslate();
  const group = useId();
  const image = useRef<HTMLImageElement>(null);
  const url = useFileUrl(file);
  const [aspect, setAspect] = useState<Aspect>(aspects[0] ?? 'free');
  const [crop, setCrop] = useState<PercentCrop>();
  const [isBroken, setBroken] = useState(false);
  const shape = (next: Aspect) => {
    setAspect(next);
    if (image.current) setCrop(largest(image.current, next));
  };
  const cut = async () => {
    if (image.current && crop) onCut(await cutOut(image.current, crop, file));
  };
  const isReady = crop !== undefined && crop.width > 0 && crop.height > 0;
  return (
    <Modal
      title={t('panel.files.cropTitle')}
      note={t('panel.files.cropNote')}
      onClose={onClose}
      actions={
        <Button look="primary" refusal={isReady ? undefined : t('panel.files.cropNothing')} onClick={() => void cut()}>
          {t('panel.files.cropUse')}
        </Button>
      }
    >
      {isBroken && <Note tone="bad">{t('panel.files.broken')}</Note>}
      {aspects.length > 1 && (
        <fieldset className="crop-a">
          <legend className="vh">{t('panel.files.shape')}</legend>
          {aspects.map(one => (
            <Radio key={one} name={group} value={one} isOn={one === aspect} onChange={() => shape(one)}>
              {t(`panel.files.shape.${one}`)}
            </Radio>
          ))}
        </fieldset>
      )}
      {url && !isBroken && (
        <ReactCrop crop={crop} aspect={ratios[aspect]} ariaLabels={handles(t)} onChange={(_, part) => setCrop(part)}>
          <img ref={image} src={url} alt={file.name} onLoad={() => shape(aspect)} onError={() => setBroken(true)} />
        </ReactCrop>
      )}
    </Modal>
  );
};

/** The names of what can be moved, for readers. */
const handles = (t: (key: string) => string) => ({
  cropArea: t('panel.files.crop.area'),
  nwDragHandle: t('panel.files.crop.nw'),
  nDragHandle: t('panel.files.crop.n'),
  neDragHandle: t('panel.files.crop.ne'),
  eDragHandle: t('panel.files.crop.e'),
  seDragHandle: t('panel.files.crop.se'),
  sDragHandle: t('panel.files.crop.s'),
  swDragHandle: t('panel.files.crop.sw'),
  wDragHandle: t('panel.files.crop.w'),
});

const useFileUrl = (file: File) => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
};
