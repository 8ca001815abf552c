import { useLocaleState } from 'ra-core';
import type { CellProps } from '../../engine/overrideProps';
import { formatNumber } from '../../format/format';
import type { Project } from '../../generated/resources';
import { applicationsOf } from './applications';
import { FailedSends } from './FailedSends';
import './project.css';

/** How many applications there are; failed sends come first, since they wait for somebody. */
export const ApplicationsCell = (props: CellProps<Project>) => {
  const [locale] = useLocaleState();
  const { total } = applicationsOf(props.record.applicationCounts);
  return (
    <span className="apps">
      <FailedSends {...props} />
      <span className="apps-n">{formatNumber(locale, total)}</span>
    </span>
  );
};
