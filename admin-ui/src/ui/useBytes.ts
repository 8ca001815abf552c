import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fetchBytes } from '../providers/bytes';

const cacheTime = 10 * 60_000;

/** The address of bytes that only a signed-in person may see, while it is shown. */
export const useBytes = (path: string | undefined) => {
  const [url, setUrl] = useState<string>();
  const { data, isError } = useQuery({
    queryKey: ['bytes', path],
    queryFn: ({ signal }) => fetchBytes(path ?? '', signal),
    enabled: path !== undefined,
    staleTime: Infinity, // what an id names never changes
    gcTime: cacheTime,
    retry: false,
  });
  useEffect(() => {
    if (!data) return setUrl(undefined);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, isError };
};
