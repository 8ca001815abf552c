import { useListContext } from 'ra-core';
import type { ChosenProps } from '../../../engine/overrideProps';
import type { Saved } from '../../../engine/useRecordSaved';
import { useRecordPath } from '../../../engine/useRecordPath';
import { CompareLink } from './CompareLink';

/** Compares the chosen rows of the list. */
export const CompareButton = ({ ids }: ChosenProps) => {
  const { data = [] } = useListContext<Saved>();
  const path = useRecordPath();
  const projects = data.filter(({ id }) => ids.includes(id)).map(row => row['projectId']);
  return <CompareLink ids={ids} to={path('compare', ids.join(','))} isOneProject={new Set(projects).size < 2} />;
};
