import type { PossibleStatus, PossibleStatuses } from '../../generated/answers';
import type { ResourceMeta } from '../../meta';

/** What a drop on the column of a status would do, or what prevents it; undefined on the column where the record is. */
export const moveTo = (possible: PossibleStatuses | undefined, status: string): PossibleStatus | undefined =>
  possible?.results.find(({ value }) => value === status);

/** Whether a drop on the column is refused. Before the service has said so none is: the dialog that follows asks again. */
export const isRefused = (possible: PossibleStatuses | undefined, status: string) =>
  possible !== undefined && !moveTo(possible, status)?.allowed;

/** The column that a step to the left or right leads to: the next one that the record can reach. */
export const stepTo = (possible: PossibleStatuses, columns: readonly string[], at: string, step: 1 | -1) => {
  const place = columns.indexOf(at);
  const ahead = step > 0 ? columns.slice(place + 1) : columns.slice(0, place).reverse();
  return ahead.find(status => status === possible.current || moveTo(possible, status)?.allowed);
};

/** The statuses that are columns under a filter, which keeps its name, and what of the filter holds for all of them. */
export const columnsUnder = (meta: ResourceMeta, all: readonly string[], filter: Record<string, unknown>) => {
  const name = meta.board?.filter ?? '';
  const { [name]: asked, deleted, ...rest } = filter;
  const wanted = asked === undefined || asked === '' ? all : String(asked).split(',');
  const isTrash = deleted === true && meta.trash !== undefined;
  return { columns: all.filter(status => (isTrash ? status === meta.trash?.value : wanted.includes(status))), rest };
};
