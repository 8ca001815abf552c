import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { LazyImage } from '../../engine/form/FileKindInputs';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Button } from '../../ui/Button';
import { CatalogDialog } from './CatalogDialog';

/** The image of a record: one of the catalogue, or one of its own. */
export const ImageInput = (props: InputProps) => {
  const t = useTranslate();
  const { values, set, labelOf, isReadOnly } = useFormState();
  const [isOpen, setOpen] = useState(false);
  const { name } = props.field;
  const id = values[name];
  const image = typeof id === 'string' ? id : '';
  return (
    <FieldInput {...props}>
      <LazyImage {...props} label={t(labelOf(name))} value={image} onChange={next => set(name, next)} />
      {!isReadOnly && (
        <Button small icon="search" onClick={() => setOpen(true)}>
          {t('panel.catalog.open')}
        </Button>
      )}
      {isOpen && (
        <CatalogDialog
          clientId={typeof values['clientId'] === 'number' ? values['clientId'] : undefined}
          value={image}
          onChoose={next => {
            set(name, next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </FieldInput>
  );
};
