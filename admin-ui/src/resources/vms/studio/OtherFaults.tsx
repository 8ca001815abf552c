import { useTranslate } from 'ra-core';
import { useFormState } from '../../../engine/form/FormContext';
import { Link } from '../../../router/Link';
import { Note } from '../../../ui/Note';

/** What a refused save finds wrong beside single rules, which the studio has no input for, and where it is mended. */
export const OtherFaults = ({ id }: { id: number }) => {
  const t = useTranslate();
  const { errors, labelOf } = useFormState();
  const others = Object.entries(errors).filter(([path]) => !/^(rules\[\d+\]\.|lookups)/.test(path));
  if (others.length === 0) return null;
  return (
    <div data-wrong tabIndex={-1} className="st-others">
      <Note tone="bad" isNews>
        {others.map(([path, text]) => (
          <p key={path}>
            {t(labelOf(path.split(/[.[]/)[0] ?? path))}: {text}
          </p>
        ))}
        <Link to={`/platform/vms/mappings/${id}/details`}>{t('panel.vms.studio.toDetails')}</Link>
      </Note>
    </div>
  );
};
