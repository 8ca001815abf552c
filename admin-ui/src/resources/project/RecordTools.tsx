import { ActionTool } from '../../engine/form/ActionTool';
import type { AsideProps } from '../../engine/overrideProps';
import type { Project } from '../../generated/resources';

/** What is done most often with a project. */
export const RecordTools = ({ record, onDone }: AsideProps<Project>) => (
  <ActionTool name="changeStatus" icon="swap" record={{ ...record }} onDone={() => onDone?.()} />
);
