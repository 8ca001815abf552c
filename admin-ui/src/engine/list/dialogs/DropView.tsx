import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { changeViews, isSameView } from '../views';
import type { View } from '../views';

interface Props {
  view: View;
}

/** Asks before a saved view goes. The records in it stay. */
export const DropView = ({ view }: Props) => {
  const { t } = useWords();
  const { setPreference, close } = useListUi();
  const drop = () => {
    setPreference(changeViews(views => views.filter(each => !isSameView(each, view))));
    close();
  };
  return (
    <ConfirmDialog
      title={t('panel.view.dropTitle', { name: view.name })}
      confirm={t('panel.view.drop')}
      look="danger"
      onConfirm={drop}
      onCancel={close}
    >
      {t('panel.view.dropText')}
    </ConfirmDialog>
  );
};
