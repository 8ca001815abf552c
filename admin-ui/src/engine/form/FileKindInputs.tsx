import { lazy, Suspense } from 'react';
import { Skeleton } from '../../pieces/Skeleton';
import type { KindInputProps } from './kindInputs';

const Files = lazy(() => import('./FileKindInput').then(m => ({ default: m.FileKindInput })));
const Image = lazy(() => import('./ImageKindInput').then(m => ({ default: m.ImageKindInput })));

/** Files come when a form has some; until then their place is kept. */
export const LazyFiles = (props: KindInputProps) => (
  <Suspense fallback={<Skeleton width={240} />}>
    <Files {...props} />
  </Suspense>
);

/** An image, likewise. */
export const LazyImage = (props: KindInputProps) => (
  <Suspense fallback={<Skeleton width={240} />}>
    <Image {...props} />
  </Suspense>
);
