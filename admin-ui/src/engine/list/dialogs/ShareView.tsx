import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Modal } from '../../../ui/Modal';
import { Select } from '../../../ui/Select';
import { TextInput } from '../../../ui/TextInput';
import { HttpError } from '../../../providers/httpError';
import { useErrorToast } from '../../useErrorToast';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { audiences, type Audience } from '../sharedViews';
import { useSharing } from '../useSharing';
import type { View } from '../views';
import { useViewFocus } from './useViewFocus';

interface Props {
  view: View;
}

/** Shares a view with everybody who reads the list, or with those of one role; or changes its name and with whom it is shared. */
export const ShareView = ({ view }: Props) => {
  useViewFocus();
  const { t } = useWords();
  const { preference, close } = useListUi();
  const { share } = useSharing();
  const showError = useErrorToast();
  const [name, setName] = useState(view.name);
  const [role, setRole] = useState<Audience>(view.shared?.role ?? null);
  const [problem, setProblem] = useState<string>();
  const arranged = {
    columns: view.columns ?? preference.columns,
    density: view.density ?? preference.density,
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setProblem(t('validation.required'));
    try {
      await share({ ...(view.shared ? view : { ...view, ...arranged }), name: name.trim() }, role);
      close();
    } catch (error) {
      const wrong = error instanceof HttpError && error.sayingOf('name');
      if (wrong) setProblem(t(wrong.key, wrong.params));
      else showError(error);
    }
  };
  return (
    <Modal
      size="narrow"
      title={t(view.shared ? 'panel.view.sharing' : 'panel.view.share')}
      note={t('panel.view.shareKeeps')}
      onClose={close}
      actions={
        <Button look="primary" type="submit" form="share-view">
          {t(view.shared ? 'panel.view.submit' : 'panel.view.shareSubmit')}
        </Button>
      }
    >
      <form id="share-view" onSubmit={event => void save(event)} noValidate>
        <Field label={t('panel.view.name')} error={problem} isRequired>
          <TextInput value={name} onChange={setName} />
        </Field>
        <Field label={t('panel.view.audience')} hint={t('panel.view.audienceHint')}>
          <Select
            value={role ?? ''}
            choices={audiences.map(value => ({ value, label: t(`role.${value}`) }))}
            empty={t('panel.view.everyone')}
            onChange={value => setRole(audiences.find(each => each === value) ?? null)}
          />
        </Field>
      </form>
    </Modal>
  );
};
