import { useListContext } from 'ra-core';
import { IconButton } from '../../ui/IconButton';
import { KeyCap } from '../../ui/KeyCap';
import { KeyHint } from '../../ui/KeyHint';
import { statusAction, useResourceMeta } from '../../meta';
import { useWords } from '../useWords';
import { useListUi } from './ListUi';
import { RowsPerPage } from './RowsPerPage';
import { useTurnPage } from './useTurnPage';

/** Which part of the list one sees, and how to the next; at the left the keys worth knowing. */
export const Footer = () => {
  const { t, number } = useWords();
  const { page, perPage, total } = useListContext();
  const turnTo = useTurnPage();
  const pages = Math.max(1, Math.ceil((total ?? 0) / perPage));
  const from = (page - 1) * perPage + 1;
  const range = { from: number(from), to: number(Math.min(page * perPage, total ?? 0)), total: number(total ?? 0) };
  return (
    <footer className="foot-bar">
      <KeyHints />
      <nav className="pager" aria-label={t('panel.page.label')}>
        <RowsPerPage />
        <span className="nw" role="status">
          {total ? t('panel.page.range', range) : total === 0 && t('panel.page.none')}
        </span>
        <span className="steps">
          <IconButton
            small
            icon="left"
            label={t('panel.page.previous')}
            disabled={page <= 1}
            onClick={() => void turnTo(page - 1)}
          />
          {total ? (
            <span className="nw hide-s">{t('panel.page.of', { page: number(page), pages: number(pages) })}</span>
          ) : null}
          <IconButton
            small
            icon="right"
            label={t('panel.page.next')}
            disabled={page >= pages}
            onClick={() => void turnTo(page + 1)}
          />
        </span>
      </nav>
    </footer>
  );
};

const KeyHints = () => {
  const meta = useResourceMeta();
  const { t } = useWords();
  const { open } = useListUi();
  const hints = [
    { keys: ['J', 'K'], word: 'move' },
    { keys: ['X'], word: 'select' },
    { keys: ['Enter'], word: 'open' },
    ...(statusAction(meta) ? [{ keys: ['S'], word: 'status' }] : []),
    ...(meta.can.includes('update') ? [{ keys: ['E'], word: 'edit' }] : []),
    { keys: ['/'], word: 'filter' },
  ];
  return (
    <span className="keys">
      {hints.map(({ keys, word }) => (
        <KeyHint key={word} keys={keys}>
          {t(`panel.keys.${word}`)}
        </KeyHint>
      ))}
      <button type="button" onClick={() => open({ kind: 'keys' })}>
        <KeyCap>?</KeyCap>
        {t('panel.keys.all')}
      </button>
    </span>
  );
};
