import { useListContext, useTranslate } from 'ra-core';
import { resourceLabel, useResourceMeta } from '../meta';

/** The list of the resource at hand. */
export const ListScreen = () => {
  const meta = useResourceMeta();
  const t = useTranslate();
  const { total } = useListContext();
  return (
    <h1>
      {t(resourceLabel(meta, 'plural'))} <span>{total}</span>
    </h1>
  );
};
