import { Suspense, useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from './Button';
import { DropArea } from './DropArea';
import { useFieldProps } from './FieldContext';
import { imageTypes, wrongWith } from './fileRules';
import { GoingFile } from './GoingFile';
import type { Aspect } from './CropDialog';
import { useBytes } from './useBytes';
import { useFocusInside } from './useFocusInside';
import { useUpload } from './useUpload';
import { lazyUnthemedPart } from './lazyPart';
import './files.css';

interface Props {
  /** The id of the upload, empty without one. */
  value: string;
  onChange: (id: string) => void;
  /** The shapes it may have; the first is offered. */
  aspects?: readonly Aspect[];
  /** What the image shows, for readers. */
  label: string;
  /** The freelancer whom it is about. */
  about?: number | undefined;
}

const CropDialog = lazyUnthemedPart(() => import('./CropDialog').then(m => m.CropDialog));

const bothAspects: readonly Aspect[] = ['square', 'wide'];

/** One image: chosen or dropped, cut to its shape, sent with its progress in sight, and shown. */
export const ImageUploader = ({ value, onChange, aspects = bothAspects, label, about }: Props) => {
  const t = useTranslate();
  const { readOnly } = useFieldProps();
  const [raw, setRaw] = useState<File>();
  const { going, start, drop } = useUpload({ types: imageTypes, about, onDone: ({ id }) => onChange(id) });
  const { place, restore } = useFocusInside();
  const remove = () => {
    onChange('');
    restore();
  };
  const pick = ([file]: File[]) => {
    for (const one of going) drop(one.key);
    if (!file) return;
    if (wrongWith(file, imageTypes))
      void start([file]); // it says what is wrong, and sends nothing
    else setRaw(file);
  };
  const cut = (file: File) => {
    setRaw(undefined);
    void start([file]);
  };
  return (
    <div className="files" ref={place}>
      {value && <Picture id={value} label={label} />}
      {going.map(file => (
        <GoingFile key={file.key} file={file} onDrop={drop} />
      ))}
      <DropArea
        types={imageTypes}
        label={value ? t('panel.files.replace') : t('panel.files.chooseImage')}
        onFiles={pick}
      />
      {value && !readOnly && (
        <Button small look="quiet" icon="trash" onClick={remove}>
          {t('panel.files.removeImage')}
        </Button>
      )}
      {raw && (
        <Suspense fallback={null}>
          <CropDialog file={raw} aspects={aspects} onCut={cut} onClose={() => setRaw(undefined)} />
        </Suspense>
      )}
    </div>
  );
};

const Picture = ({ id, label }: { id: string; label: string }) => {
  const t = useTranslate();
  const { url, isError } = useBytes(`/api/resource/${id}/preview`);
  if (isError) return <p className="help">{t('panel.files.notShown')}</p>;
  return <div className="image-b">{url && <img src={url} alt={label} />}</div>;
};
