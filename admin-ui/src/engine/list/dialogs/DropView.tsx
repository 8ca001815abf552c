import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { useSharing } from '../useSharing';
import { changeViews, isSameView } from '../viewChanges';
import type { View } from '../views';
import { useViewFocus } from './useViewFocus';

interface Props {
  view: View;
}

/** Asks before a saved view goes, or before it is shared no longer. The records in it stay. */
export const DropView = ({ view }: Props) => {
  useViewFocus();
  const { t } = useWords();
  const { setPreference, close } = useListUi();
  const { withdraw } = useSharing();
  const drop = () => {
    if (view.shared) return void withdraw(view).then(close);
    setPreference(changeViews(views => views.filter(each => !isSameView(each, view))));
    close();
  };
  const [title, text, confirm] = view.shared
    ? (['withdrawTitle', view.shared.isOwn ? 'withdrawText' : 'withdrawOthers', 'withdraw'] as const)
    : (['dropTitle', 'dropText', 'drop'] as const);
  return (
    <ConfirmDialog
      title={t(`panel.view.${title}`, { name: view.name })}
      confirm={t(`panel.view.${confirm}`)}
      look="danger"
      onConfirm={drop}
      onCancel={close}
    >
      {t(`panel.view.${text}`, { name: view.shared?.ownerName ?? '' })}
    </ConfirmDialog>
  );
};
