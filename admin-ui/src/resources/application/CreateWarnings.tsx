import { useQuery } from '@tanstack/react-query';
import { useFailureText } from '../../engine/form/useFailureText';
import { Note } from '../../ui/Note';
import { request } from '../../providers/http';
import type { ApplicationWarnings } from '../../generated/answers';

interface Props {
  projectId: number;
}

const readWarnings = async (projectId: number, signal: AbortSignal) => {
  const path = `/api/projectApplication/warnings?projectId=${projectId}`;
  return (await request<ApplicationWarnings>('GET', path, { signal })).data.warnings;
};

/** What speaks against applying for a project, as the service sees it, before the application is created. */
export const CreateWarnings = ({ projectId }: Props) => {
  const say = useFailureText();
  const { data = [] } = useQuery({
    queryKey: ['applicationWarnings', projectId],
    queryFn: ({ signal }) => readWarnings(projectId, signal),
    retry: false,
  });
  return (
    <>
      {data.map(({ key, params }) => (
        <Note key={key} tone="warn" icon="alert" isNews>
          {say(key, params)}
        </Note>
      ))}
    </>
  );
};
