import { useRef } from 'react';
import { useTranslate } from 'ra-core';
import { DropArea } from './DropArea';
import { useFieldProps } from './FieldContext';
import { FileLine } from './FileLine';
import { everyType } from './fileRules';
import { GoingFile } from './GoingFile';
import { useFocusInside } from './useFocusInside';
import { useUpload } from './useUpload';
import './files.css';

interface Props {
  /** The ids of the uploads. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  isMany?: boolean;
  /** How many there may be. */
  max?: number | undefined;
  types?: readonly string[] | undefined;
  /** The most bytes of a file, where it is less than the service takes. */
  most?: number | undefined;
  /** The freelancer that they are about. */
  about?: number | undefined;
}

/** Files: those that are there, those on their way, and where further ones are chosen or dropped. */
export const FileInput = ({ value, onChange, isMany, max, types = everyType, most, about }: Props) => {
  const t = useTranslate();
  const { readOnly } = useFieldProps();
  // What is there now: a second file can arrive before the first is drawn.
  const ids = useRef(value);
  ids.current = value;
  const change = (next: string[]) => {
    ids.current = next;
    onChange(next);
  };
  const { going, start, drop } = useUpload({
    types,
    most,
    about,
    onDone: ({ id }) => change(isMany ? [...ids.current, id] : [id]),
  });
  const { place, restore } = useFocusInside();
  const remove = (id: string) => {
    change(ids.current.filter(one => one !== id));
    restore();
  };
  const isFull = isMany === true && max !== undefined && value.length >= max;
  return (
    <div className="files" ref={place}>
      {value.map(id => (
        <FileLine key={id} id={id} onRemove={readOnly ? undefined : () => remove(id)} />
      ))}
      {going.map(file => (
        <GoingFile key={file.key} file={file} onDrop={drop} />
      ))}
      {isFull ? (
        <p className="help">{t('panel.files.full', { max })}</p>
      ) : (
        <DropArea
          types={types}
          most={most}
          isMany={isMany}
          label={!isMany && value.length > 0 ? t('panel.files.replace') : undefined}
          onFiles={files => void start(files)}
        />
      )}
    </div>
  );
};
