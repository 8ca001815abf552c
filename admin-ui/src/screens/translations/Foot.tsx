import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { KeyCap } from '../../ui/KeyCap';
import type { Work } from './desk';

interface Props {
  shown: number;
  all: number;
  mayWrite: boolean;
  works: ReadonlyMap<string, Work>;
}

const count = (works: ReadonlyMap<string, Work>, status: Work['status']) =>
  [...works.values()].filter(work => work.status === status).length;

/** How the texts fare that were written here, which keys help where one may write, and how many texts there are. */
export const Foot = ({ shown, all, mayWrite, works }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const number = (n: number) => formatNumber(locale, n);
  const [saving, failed, saved] = (['saving', 'failed', 'saved'] as const).map(status => count(works, status));
  const news = failed
    ? 'panel.texts.someFailed'
    : saving
      ? 'panel.texts.someSaving'
      : saved
        ? 'panel.texts.someSaved'
        : '';
  return (
    <footer className="foot-bar">
      <span role="status">
        {(news || mayWrite) && t(news || 'panel.texts.live', { smart_count: failed || saving || saved || 0 })}
      </span>
      {mayWrite && <Keys />}
      <span className="pager nw">{t('panel.texts.count', { shown: number(shown), all: number(all) })}</span>
    </footer>
  );
};

const Keys = () => {
  const t = useTranslate();
  return (
    <span className="keys">
      <span>
        <KeyCap>Ctrl Enter</KeyCap> {t('panel.texts.keyNext')}
      </span>
      <span>
        <KeyCap>Shift Ctrl Enter</KeyCap> {t('panel.texts.keyStay')}
      </span>
      <span>
        <KeyCap>Esc</KeyCap> {t('panel.modal.cancel')}
      </span>
    </span>
  );
};
