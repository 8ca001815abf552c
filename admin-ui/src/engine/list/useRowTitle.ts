import { recordTitle, useResourceMeta } from '../../meta';
import { useOverride } from '../override';

const useNone = () => undefined;

/** Gives the function that names a record in its row: by its title, or as its resource says. */
export const useRowTitle = () => {
  const meta = useResourceMeta();
  const { useRowTitle: useOwn = useNone } = useOverride(meta.name);
  const own = useOwn();
  return (record: Record<string, unknown>) => own?.(record) ?? recordTitle(meta, record);
};
