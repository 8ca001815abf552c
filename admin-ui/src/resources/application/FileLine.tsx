import { useLocale } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../engine/format';
import { Icon } from '../../pieces/Icon';
import { LinkButton } from '../../pieces/LinkButton';
import { request } from '../../providers/http';

interface Props {
  id: string;
  /** What the file is, until its name is known. */
  label: string;
  onFailed: () => void;
}

interface Stored {
  name: string;
  size: number;
}

/** One file: a click asks for an address that is good for once, and saves it. */
export const FileLine = ({ id, label, onFailed }: Props) => {
  const locale = useLocale() ?? 'en';
  const { data } = useQuery({
    queryKey: ['resource', id],
    queryFn: async ({ signal }) => (await request<Stored>('GET', `/api/resource/${id}/meta`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <li>
      <Icon name="download" />
      <LinkButton onClick={() => void openFile(id).catch(onFailed)}>{data?.name ?? label}</LinkButton>
      {data && (
        <span className="t2 s12">
          {label}, {formatNumber(locale, Math.ceil(data.size / 1024), 0)} kB
        </span>
      )}
    </li>
  );
};

/** Saves a file: its address carries a ticket, since a link cannot carry who one is. */
export const openFile = async (id: string) => {
  const { data } = await request<{ url: string }>('POST', `/api/resource/${id}/ticket`, { body: {} });
  const link = document.createElement('a');
  link.href = data.url;
  link.download = '';
  link.click();
};
