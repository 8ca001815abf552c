import { Suspense } from 'react';
import { RunAction } from '../../form/RunAction';
import { useOverride } from '../../override';
import { useResourceMeta } from '../../../meta';
import { useListChanged, useRecordSaved } from '../../useRecordSaved';
import type { Saved } from '../../useRecordSaved';
import { lazyPart } from '../../../ui/lazyPart';
import { useListUi } from '../ListUi';
import type { Opened } from '../ListUi';
import { BulkDialog } from './BulkDialog';
import { DeleteDialog } from './DeleteDialog';
import { DropView } from './DropView';
import { ExportDialog } from './ExportDialog';
import { KeyHelp } from './KeyHelp';
import { SaveView } from './SaveView';
import { ShareView } from './ShareView';

const ImportDialog = lazyPart(() => import('../../import/ImportDialog').then(m => m.ImportDialog));

interface Props {
  opened: Opened;
}

/** The dialogs over a list that have no address of their own. They come in one part, fetched when the list is idle. */
export const ListDialogs = ({ opened }: Props) => {
  const { close, selection } = useListUi();
  const override = useOverride(useResourceMeta().name);
  const put = useRecordSaved();
  const refreshList = useListChanged();
  const done = (saved?: Saved) => {
    if (saved) put(saved);
    else refreshList();
    close();
  };
  if (opened.kind === 'action') {
    return (
      <Suspense fallback={null}>
        <RunAction action={opened.action} record={opened.record} onClose={close} onDone={done} />
      </Suspense>
    );
  }
  if (opened.kind === 'delete') {
    const Delete = override.dialogs?.['delete'] ?? DeleteDialog;
    const { record } = opened;
    const gone = () => {
      if (!selection.everything && selection.ids.has(record.id)) selection.toggle(record.id);
      done();
    };
    return <Delete record={record} onClose={close} onDone={gone} />;
  }
  if (opened.kind === 'bulk') return <BulkDialog action={opened.action} />;
  if (opened.kind === 'export') return <ExportDialog />;
  if (opened.kind === 'import')
    return (
      <Suspense fallback={null}>
        <ImportDialog />
      </Suspense>
    );
  if (opened.kind === 'keys') return <KeyHelp />;
  if (opened.kind === 'dropView') return <DropView view={opened.view} />;
  if (opened.kind === 'shareView') return <ShareView view={opened.view} />;
  return <SaveView view={opened.view} />;
};
