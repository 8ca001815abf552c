import { Suspense, useContext } from 'react';
import { useTranslate } from 'ra-core';
import { FieldContext } from '../../pieces/FieldContext';
import { Skeleton } from '../../pieces/Skeleton';
import { later, type Later } from '../later';
import { useCan } from '../meta';
import type { KindInputProps } from './kindInputs';

const Files = later(() => import('./FileKindInput').then(m => m.FileKindInput));
const Image = later(() => import('./ImageKindInput').then(m => m.ImageKindInput));

/** Comes when a form has such a field; until then its place is kept. Whoever may send no files sees what is there. */
const lent = (Input: Later<KindInputProps>): Later<KindInputProps> => {
  const Lent = (props: KindInputProps) => {
    const t = useTranslate();
    const field = useContext(FieldContext);
    const maySend = useCan('resource.write');
    if (!field) return null;
    return (
      <Suspense fallback={<Skeleton width={240} />}>
        <FieldContext value={{ ...field, isReadOnly: field.isReadOnly || !maySend }}>
          <Input {...props} />
        </FieldContext>
        {!maySend && !field.isReadOnly && <p className="help">{t('panel.files.mayNotSend')}</p>}
      </Suspense>
    );
  };
  return Object.assign(Lent, { load: Input.load });
};

/** Files of a field. */
export const LazyFiles = lent(Files);

/** The image of a field. */
export const LazyImage = lent(Image);
