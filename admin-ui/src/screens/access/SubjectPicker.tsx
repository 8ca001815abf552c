import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import type { StaffAccount } from '../../generated/answers';
import { request, type Page } from '../../providers/http';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import type { Search } from '../../ui/useSearch';

const optionOf = ({ id, firstName, lastName, email }: StaffAccount) => ({
  value: String(id),
  label: `${firstName} ${lastName}`,
  sub: email,
});

const searchStaff: Search = async (text, signal) => {
  const path = `/api/admin?limit=20&name=${encodeURIComponent(text)}`;
  return (await request<Page<StaffAccount>>('GET', path, { signal: signal ?? null })).data.results.map(optionOf);
};

interface Props {
  /** Of the account; empty for one's own. */
  id: string;
  label?: string;
  /** What stands there while no account is chosen, in place of one's own. */
  everybody?: string;
  onChange: (id: string | null) => void;
}

/** Whose access is explained: one's own, or that of a colleague. */
export const SubjectPicker = ({ id, label, everybody, onChange }: Props) => {
  const t = useTranslate();
  const own = { value: '', label: everybody ?? t('panel.viewAs.own') };
  const { data } = useQuery({
    queryKey: ['staff', 'name', id],
    queryFn: async ({ signal }) => (await request<StaffAccount>('GET', `/api/admin/${id}`, { signal })).data,
    enabled: id !== '',
  });
  const chosen = id === '' ? own : data ? optionOf(data) : { value: id, label: id };
  return (
    <Field label={label ?? t('panel.access.whom')}>
      <Combobox
        name="staff"
        search={searchStaff}
        first={own}
        value={chosen}
        onChange={option => onChange(option?.value ?? null)}
      />
    </Field>
  );
};
