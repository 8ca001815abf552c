import { Menu } from '../../ui/Menu';
import type { MenuLine } from '../../ui/menuLine';
import { useWords } from '../useWords';
import { useListUi } from './ListUi';
import { isArrangedOtherwise } from './sharedViews';
import { useSharing } from './useSharing';
import { changeViews, withMovedView } from './viewChanges';
import type { View } from './views';

interface Props {
  view: View;
}

/** What one can do with the saved view that is shown. */
export const ViewMenu = ({ view }: Props) => {
  const { t } = useWords();
  const own = useOwnLines(view);
  const shared = useSharedLines(view);
  const lines = view.shared ? shared : own;
  return <Menu label={t('panel.view.menu', { name: view.name })} icon="down" small lines={lines} />;
};

const useOwnLines = (view: View): MenuLine[] => {
  const { t } = useWords();
  const { preference, setPreference, open } = useListUi();
  const views = preference.views ?? [];
  const at = views.indexOf(view);
  const move = (step: number) => setPreference(changeViews(now => withMovedView(now, view, step)));
  return [
    { label: t('panel.view.rename'), icon: 'edit', onSelect: () => open({ kind: 'saveView', view }) },
    { label: t('panel.view.share'), icon: 'users', onSelect: () => open({ kind: 'shareView', view }) },
    ...(at > 0 ? [{ label: t('panel.view.left'), icon: 'left' as const, onSelect: () => move(-1) }] : []),
    ...(at < views.length - 1
      ? [{ label: t('panel.view.right'), icon: 'right' as const, onSelect: () => move(1) }]
      : []),
    { label: t('panel.view.drop'), icon: 'trash', isDanger: true, onSelect: () => open({ kind: 'dropView', view }) },
  ];
};

const useSharedLines = (view: View): MenuLine[] => {
  const { t } = useWords();
  const { viewed, open } = useListUi();
  const { copy, update } = useSharing();
  const { columns, density } = viewed;
  const refusal = view.shared?.isOwn ? undefined : t('panel.view.ownerOnly', { name: view.shared?.ownerName ?? '' });
  return [
    {
      label: t('panel.view.sharing'),
      icon: 'edit',
      refusal,
      onSelect: () => open({ kind: 'shareView', view }),
    },
    ...(isArrangedOtherwise(view, viewed) && !refusal
      ? [
          {
            label: t('panel.view.update'),
            icon: 'columns' as const,
            onSelect: () => void update({ ...view, columns, density }),
          },
        ]
      : []),
    { label: t('panel.view.copy'), icon: 'copy', onSelect: () => copy({ ...view, columns, density }) },
    ...(view.shared?.canWithdraw
      ? [
          {
            label: t('panel.view.withdraw'),
            icon: 'trash' as const,
            isDanger: true,
            onSelect: () => open({ kind: 'dropView' as const, view }),
          },
        ]
      : []),
  ];
};
