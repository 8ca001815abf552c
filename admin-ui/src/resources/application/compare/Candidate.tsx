import { LinkBase } from 'ra-core';
import { useRecordPath } from '../../../engine/useRecordPath';
import type { Application } from '../../../generated/resources';
import { initialsOfName } from '../../../format/initials';

/** The head of a candidate's column, which leads to the application. */
export const Candidate = ({ application }: { application: Application }) => {
  const path = useRecordPath();
  const { freelancerName, handle } = application;
  return (
    <th scope="col">
      <span className="cmp-who">
        <span className="ava lg hide-s" aria-hidden="true">
          {initialsOfName(freelancerName)}
        </span>
        <span className="grow">
          <LinkBase className="cmp-name" to={path(application.id)}>
            {freelancerName || handle}
          </LinkBase>
          <span className="mono s12 t2">{handle}</span>
        </span>
      </span>
    </th>
  );
};
