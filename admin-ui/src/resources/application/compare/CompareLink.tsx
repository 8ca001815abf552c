import { LinkBase, useTranslate } from 'ra-core';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';

interface Props {
  ids: readonly (string | number)[];
  to: string;
  isOneProject: boolean;
}

/** How many can be compared. */
const fewest = 2;
const most = 5;

/** Leads to the comparison of two to five applications for one project; for others it says why not. */
export const CompareLink = ({ ids, to, isOneProject }: Props) => {
  const t = useTranslate();
  const label = t(ids.length > 0 ? 'panel.compare.open' : 'panel.compare.openNone', { smart_count: ids.length });
  const isMany = ids.length < fewest || ids.length > most;
  if (isMany || !isOneProject) {
    const why = t(isMany ? 'panel.compare.number' : 'panel.compare.oneProject', { fewest, most });
    return (
      <Button small look="quiet" icon="swap" refusal={why} title={why}>
        {label}
      </Button>
    );
  }
  return (
    <LinkBase className="btn sm quiet" to={to}>
      <Icon name="swap" />
      {label}
    </LinkBase>
  );
};
