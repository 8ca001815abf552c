import { useTranslate } from 'ra-core';
import { useBytes } from '../../ui/useBytes';
import { fieldLabel, recordTitle, useResourceMeta } from '../../meta';
import type { CellProps } from '../overrideProps';

/** A picture, small; twice as many points as it takes, for sharp screens. */
export const ImageCell = ({ record, field }: CellProps) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const id = record[field.name];
  const { url } = useBytes(id ? `/api/image/${String(id)}?w=64&h=64&fit=contain` : undefined);
  if (!url) return null;
  const words = { label: t(fieldLabel(meta, field.name)), title: recordTitle(meta, record) };
  return <img className="pic" src={url} alt={t('panel.files.of', words)} width={28} height={28} />;
};
