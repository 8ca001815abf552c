import { useState } from 'react';
import type { FormEvent } from 'react';
import { useListContext } from 'ra-core';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Modal } from '../../../ui/Modal';
import { TextInput } from '../../../ui/TextInput';
import { useWords } from '../../useWords';
import { useListUi } from '../ListUi';
import { changeViews, isSameView, withView } from '../viewChanges';
import { viewQuery } from '../views';
import type { View } from '../views';
import { useViewFocus } from './useViewFocus';

interface Props {
  /** The view to rename; without one the list as it stands is saved. */
  view?: View | undefined;
}

const longest = 60;

/** Gives the filters and the order of the list a name, or a saved view another one. */
export const SaveView = ({ view }: Props) => {
  useViewFocus();
  const { t } = useWords();
  const { filterValues, sort } = useListContext();
  const { preference, setPreference, viewed, close } = useListUi();
  const [name, setName] = useState(view?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const views = preference.views ?? [];
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { columns = preference.columns, density = preference.density } = viewed;
    const present = {
      query: viewQuery(filterValues, sort),
      ...(columns?.length && { columns }),
      ...(density && { density }),
    };
    const next = { ...(view ?? present), name: name.trim().slice(0, longest) };
    const isUsed = views.some(each => each.name === next.name && each !== view);
    if (!next.name || isUsed) return setProblem(t(next.name ? 'panel.view.taken' : 'validation.required'));
    const renamed = (each: View) => (view && isSameView(each, view) ? next : each);
    setPreference(changeViews(now => (view ? now.map(renamed) : withView(now, next))));
    close();
  };
  return (
    <Modal
      size="narrow"
      title={t(view ? 'panel.view.rename' : 'panel.view.save')}
      note={view ? undefined : t('panel.view.keeps')}
      onClose={close}
      actions={
        <Button look="primary" type="submit" form="save-view">
          {t('panel.view.submit')}
        </Button>
      }
    >
      <form id="save-view" onSubmit={save} noValidate>
        <Field label={t('panel.view.name')} error={problem} isRequired>
          <TextInput value={name} onChange={setName} />
        </Field>
      </form>
    </Modal>
  );
};
