import { Button } from '../../ui/Button';
import { WrongNote } from './WrongNote';

interface Props {
  t: (key: string, params?: Record<string, unknown>) => string;
  form: { changed: readonly string[]; errors: Readonly<Record<string, string>> };
  saving: { save: () => void; isBusy: boolean };
  current: string;
  isOnline: boolean;
}

/** What the footer of a form says at the left, and its primary button, which counts the changes. */
export const editFooter = ({ t, form, saving, current, isOnline }: Props) => {
  const wrong = Object.keys(form.errors).length;
  const count = form.changed.length;
  const nothing = count === 0 ? t('panel.form.nothing') : undefined;
  const note = current === 'history' ? t('panel.history.note') : undefined;
  return {
    note: wrong > 0 ? <WrongNote count={wrong} /> : note,
    actions:
      current === 'details' || count > 0 ? (
        <Button
          look="primary"
          refusal={isOnline ? nothing : t('panel.list.offline')}
          isBusy={saving.isBusy}
          onClick={saving.save}
        >
          {count === 0 ? t('panel.form.save') : t('panel.form.saveCount', { smart_count: count })}
        </Button>
      ) : undefined,
  };
};
