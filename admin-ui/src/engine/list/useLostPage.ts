import { useState } from 'react';
import { useListContext } from 'ra-core';

interface Lost {
  page: number;
  error: unknown;
  /** What the list was asked for besides the page. */
  asked: string;
}

/**
 * The page that could not be read. The list falls back to its first page then, so this one is kept until it can be read
 * or something else is asked for.
 */
export const useLostPage = () => {
  const { data, error, page, perPage, sort, filterValues, isFetching } = useListContext();
  const [lost, setLost] = useState<Lost>();
  const parameters = JSON.stringify([filterValues, sort, perPage]);
  if (page > 1 && !isFetching) {
    const isLost = Boolean(error) && !data;
    if (isLost && (lost?.page !== page || lost.error !== error || lost.asked !== parameters))
      setLost({ page, error, asked: parameters });
    if (!isLost && lost) setLost(undefined);
  }
  return lost?.asked === parameters ? lost : undefined;
};
