import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { IconButton } from '../../ui/IconButton';
import { pageSize } from './calls';

const window = 10_000; // an index shows no more, however many match

interface Props {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** Which part of the documents one sees, and how to the next. */
export const Pager = ({ page, total, onPage }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const number = (value: number) => formatNumber(locale, value);
  const pages = Math.max(1, Math.ceil(Math.min(total, window) / pageSize));
  const from = (page - 1) * pageSize + 1;
  const range = { from: number(from), to: number(Math.min(page * pageSize, total)), total: number(total) };
  return (
    <nav className="pager" aria-label={t('panel.page.label')}>
      <span className="nw" role="status">
        {t(total > 0 ? 'panel.page.range' : 'panel.page.none', range)}
      </span>
      <span className="steps">
        <IconButton
          small
          icon="left"
          label={t('panel.page.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          small
          icon="right"
          label={t('panel.page.next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
};
