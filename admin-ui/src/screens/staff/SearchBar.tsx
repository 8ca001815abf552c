import { useTranslate } from 'ra-core';
import { enumText, useMeta } from '../../meta';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import type { Search } from './calls';
import { allRoles } from './roles';

const statuses = ['AC', 'UV', 'DE', 'DL'];
const troubles = ['locked', 'noRoles'];

interface Props {
  search: Search;
  onChange: (search: Search) => void;
}

/** Narrows the accounts by name, role, status and what is the matter with them; deleted ones show only when asked for. */
export const SearchBar = ({ search, onChange }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  return (
    <div className="staff-find">
      <Field label={t('panel.staff.name')}>
        <TextInput type="search" value={search.name} onChange={name => onChange({ ...search, name })} />
      </Field>
      <Field label={t('panel.staff.role')}>
        <Select
          value={search.role}
          empty={t('panel.filter.any')}
          choices={allRoles.map(value => ({ value, label: t(`role.${value}`) }))}
          onChange={role => onChange({ ...search, role })}
        />
      </Field>
      <Field label={t('panel.staff.status')}>
        <Select
          value={search.status}
          empty={t('panel.filter.any')}
          choices={statuses.map(value => ({ value, label: t(enumText(meta, 'userStatus', value)) }))}
          onChange={status => onChange({ ...search, status })}
        />
      </Field>
      <Field label={t('panel.staff.trouble')}>
        <Select
          value={search.trouble}
          empty={t('panel.filter.any')}
          choices={troubles.map(value => ({ value, label: t(`panel.staff.trouble.${value}`) }))}
          onChange={trouble => onChange({ ...search, trouble })}
        />
      </Field>
    </div>
  );
};
