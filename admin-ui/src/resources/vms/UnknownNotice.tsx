import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { Link } from '../../router/Link';
import { Note } from '../../ui/Note';
import { useUnknownValues } from './unknownValues';

/** Says above the list that messages wait for the meaning of values, and leads there. */
export const UnknownNotice = () => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const all = useUnknownValues().data ?? [];
  if (all.length === 0) return null;
  const waiting = all.reduce((sum, each) => sum + each.waiting, 0);
  return (
    <div className="vms-notice">
      <Note tone="warn">
        {t('panel.vms.unknown.notice', { smart_count: waiting, count: formatNumber(locale, waiting) })}{' '}
        <Link to="/platform/vms/unknown">{t('panel.vms.unknown.go', { smart_count: all.length })}</Link>
      </Note>
    </div>
  );
};
