import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useNotify, useTranslate } from 'ra-core';
import { download, showDocument } from '../providers/bytes';
import { request } from '../providers/http';
import type { StoredFile } from '../generated/answers';
import { sizeText } from './fileRules';
import { IconButton } from './IconButton';
import { Skeleton } from './Skeleton';
import { lazyUnthemedPart } from './lazyPart';
import './files.css';

interface Props {
  id: string;
  /** Takes it out of the list; without it the list is only read. */
  onRemove?: (() => void) | undefined;
}

const FilePreview = lazyUnthemedPart(() => import('./FilePreview').then(m => m.FilePreview));

const documentType = 'application/pdf';
const shown = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** One file: its name and size, to look at, to keep, to take out. */
export const FileLine = ({ id, onRemove }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['file', id],
    queryFn: async ({ signal }) => (await request<StoredFile>('GET', `/api/resource/${id}/meta`, { signal })).data,
    retry: false,
  });
  const name = data?.name ?? id;
  const look = () => {
    if (data?.mimeType !== documentType) return setOpen(true);
    showDocument(async () => id).catch(() => notify('panel.files.notShown', { type: 'error' }));
    return undefined;
  };
  return (
    <div className="file-l">
      <div className="grow">
        {data ? <div className="file-n ell">{data.name}</div> : isError ? <Missing /> : <Skeleton width={160} />}
        {data && <div className="t3 file-s">{sizeText(locale, data.size)}</div>}
      </div>
      {data && (data.mimeType === documentType || shown.has(data.mimeType)) && (
        <IconButton icon="search" label={t('panel.files.look', { name })} onClick={look} />
      )}
      {data && (
        <IconButton icon="download" label={t('panel.files.download', { name })} onClick={() => void download(id)} />
      )}
      {onRemove && <IconButton icon="trash" label={t('panel.files.remove', { name })} onClick={onRemove} />}
      {isOpen && data && (
        <Suspense fallback={null}>
          <FilePreview file={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};

const Missing = () => <div className="t3">{useTranslate()('panel.files.notYours')}</div>;
