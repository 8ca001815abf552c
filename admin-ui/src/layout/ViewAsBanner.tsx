import { useTranslate } from 'ra-core';
import { viewAs, viewedRole } from '../providers/viewAs';
import { LinkButton } from '../ui/LinkButton';

/** Says that the panel is shown as another role sees it, and leads back. */
export const ViewAsBanner = () => {
  const t = useTranslate();
  const role = viewedRole();
  if (!role) return null;
  return (
    <section className="view-as" aria-label={t('panel.viewAs')}>
      <p className="grow">{t('panel.viewAs.banner', { role: t(`role.${role}`) })}</p>
      <LinkButton onClick={() => viewAs()}>{t('panel.viewAs.end')}</LinkButton>
    </section>
  );
};
