import { Suspense } from 'react';
import type { ResourceMeta } from '../../meta';
import { useOverride } from '../override';
import type { Saved } from '../useRecordSaved';
import { RecordMenu } from './RecordMenu';
import { isTrashed } from './trashed';

interface Props {
  meta: ResourceMeta;
  record: Saved;
  onDone: (saved?: Saved) => void;
  onDeleted: () => void;
}

/** What one can do with the record at hand: what is done most often as buttons, all of it in a menu. */
export const RecordBar = (props: Props) => {
  const { meta, record, onDone } = props;
  const { RecordTools } = useOverride(meta.name);
  return (
    <>
      {RecordTools && !isTrashed(meta, record) && (
        <div className="dlg-tools">
          <Suspense fallback={null}>
            <RecordTools record={record} onDone={saved => onDone(saved && { ...saved, id: record.id })} />
          </Suspense>
        </div>
      )}
      <RecordMenu {...props} />
    </>
  );
};
