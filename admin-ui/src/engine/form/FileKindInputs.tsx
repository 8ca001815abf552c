import { Suspense, useContext } from 'react';
import { useTranslate } from 'ra-core';
import { FieldContext } from '../../ui/FieldContext';
import { Skeleton } from '../../ui/Skeleton';
import { lazyPart, type LazyPart } from '../../ui/lazyPart';
import { useCan } from '../../meta';
import type { KindInputProps } from './KindInputProps';

const Files = lazyPart(() => import('./FileKindInput').then(m => m.FileKindInput));
const Image = lazyPart(() => import('./ImageKindInput').then(m => m.ImageKindInput));

/** Comes when a form has such a field; until then its place is kept. Whoever may send no files sees what is there. */
const lazyInput = (Input: LazyPart<KindInputProps>): LazyPart<KindInputProps> => {
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
export const LazyFiles = lazyInput(Files);

/** The image of a field. */
export const LazyImage = lazyInput(Image);
