import { ActionTool } from '../../engine/form/ActionTool';
import type { AsideProps } from '../../engine/overrideProps';
import type { Freelancer } from '../../generated/resources';
import { ApplyButton } from '../project/shortlist/ApplyButton';

/** What is done most often with a person. */
export const RecordTools = ({ record, onDone }: AsideProps<Freelancer>) => (
  <>
    <ActionTool name="writeMail" icon="send" record={{ ...record }} onDone={() => onDone?.()} />
    {(record.userStatus === 'AC' || record.userStatus === 'UV') && (
      <ApplyButton ids={[record.id]} onDone={() => onDone?.()} />
    )}
  </>
);
