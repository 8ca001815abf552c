import { useState } from 'react';
import type { ImportInspected } from '../../generated/answers';
import { useResourceMeta } from '../../meta';
import { openJob } from '../jobs/jobStore';
import { useListUi } from '../list/ListUi';
import { useListChanged } from '../useRecordSaved';
import { ColumnsStep } from './ColumnsStep';
import { FileStep } from './FileStep';
import type { Decisions } from './imports';
import { PreviewStep } from './PreviewStep';

/** Brings records in from a file: which file, how it is read, what would become of each row, and then the job. */
export const ImportDialog = () => {
  const { path } = useResourceMeta();
  const { close } = useListUi();
  const refreshList = useListChanged();
  const [read, setRead] = useState<ImportInspected>();
  const [decisions, setDecisions] = useState<Decisions>({ existing: 'LEAVE', duplicates: 'LEAVE' });
  const [jobId, setJobId] = useState<string>();
  const begun = (id: string) => {
    openJob(id);
    refreshList();
    close();
  };
  if (!read) return <FileStep path={path} onRead={setRead} onClose={close} />;
  if (!jobId)
    return (
      <ColumnsStep
        path={path}
        read={read}
        decisions={decisions}
        onDecide={setDecisions}
        onRead={setRead}
        onPlan={setJobId}
        onBack={() => setRead(undefined)}
        onClose={close}
      />
    );
  return <PreviewStep path={path} jobId={jobId} onBack={() => setJobId(undefined)} onBegun={begun} onClose={close} />;
};
