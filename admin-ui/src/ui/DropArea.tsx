import { useId, useState, type DragEvent } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useFieldProps } from './FieldContext';
import { acceptOf, limitOf, shortEndings, sizeText } from './fileRules';
import { Icon } from './Icon';
import './button.css';
import './files.css';

interface Props {
  types: readonly string[];
  /** The most bytes of a file, where it is less than the service takes. */
  most?: number | undefined;
  isMany?: boolean | undefined;
  /** The words on the button; "Choose a file" unless something is there already. */
  label?: string | undefined;
  onFiles: (files: File[]) => void;
}

/** Where files are chosen or dropped. It is the browser's own chooser, so it works by keyboard as anywhere. */
export const DropArea = ({ types, most, isMany, label, onFiles }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const own = useId();
  const { readOnly, ...field } = useFieldProps();
  const [isOver, setOver] = useState(false);
  if (readOnly) return null;
  const id = field.id ?? own;
  const chooseFiles = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(isMany ? files : files.slice(0, 1));
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    chooseFiles(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input is the first
    <div className={`drop ${isOver ? 'over' : ''}`} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <input
        {...field}
        id={id}
        className="vh"
        type="file"
        accept={acceptOf(types)}
        multiple={isMany}
        onChange={event => {
          chooseFiles(event.target.files);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
      <label htmlFor={id} className="btn secondary sm">
        <Icon name="upload" />
        {label ?? t(isMany ? 'panel.files.chooseMany' : 'panel.files.choose')}
      </label>
      <span className="drop-t">
        {t('panel.files.dropHere', {
          types: shortEndings(types).join(', '),
          limit: sizeText(locale, most ?? limitOf(types)).replace(' ', '\u00a0'),
        })}
      </span>
    </div>
  );
};
