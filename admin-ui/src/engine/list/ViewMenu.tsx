import { Menu } from '../../ui/Menu';
import type { MenuLine } from '../../ui/menuLine';
import { useWords } from '../useWords';
import { useListUi } from './ListUi';
import { changeViews, withMovedView } from './views';
import type { View } from './views';

interface Props {
  view: View;
}

/** What one can do with the saved view that is shown. */
export const ViewMenu = ({ view }: Props) => {
  const { t } = useWords();
  const { preference, setPreference, open } = useListUi();
  const views = preference.views ?? [];
  const at = views.indexOf(view);
  const move = (step: number) => setPreference(changeViews(now => withMovedView(now, view, step)));
  const lines: MenuLine[] = [
    { label: t('panel.view.rename'), icon: 'edit', onSelect: () => open({ kind: 'saveView', view }) },
    ...(at > 0 ? [{ label: t('panel.view.left'), icon: 'left' as const, onSelect: () => move(-1) }] : []),
    ...(at < views.length - 1
      ? [{ label: t('panel.view.right'), icon: 'right' as const, onSelect: () => move(1) }]
      : []),
    { label: t('panel.view.drop'), icon: 'trash', isDanger: true, onSelect: () => open({ kind: 'dropView', view }) },
  ];
  return <Menu label={t('panel.view.menu', { name: view.name })} icon="down" small lines={lines} />;
};
