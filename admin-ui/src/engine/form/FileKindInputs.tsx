import { lazy, Suspense, useContext, type ComponentType } from 'react';
import { useTranslate } from 'ra-core';
import { FieldContext } from '../../pieces/FieldContext';
import { Skeleton } from '../../pieces/Skeleton';
import { useCan } from '../meta';
import type { KindInputProps } from './kindInputs';

const Files = lazy(() => import('./FileKindInput').then(m => ({ default: m.FileKindInput })));
const Image = lazy(() => import('./ImageKindInput').then(m => ({ default: m.ImageKindInput })));

/** Comes when a form has such a field; until then its place is kept. Whoever may send no files sees what is there. */
const later = (Input: ComponentType<KindInputProps>) => (props: KindInputProps) => {
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

/** Files of a field. */
export const LazyFiles = later(Files);

/** The image of a field. */
export const LazyImage = later(Image);
