import type { StaffForm } from './calls';

type Rights = Pick<StaffForm, 'roles' | 'scopes'>;

/** The rights of an account that can end by themselves, by the names that terms have for them. */
export const rightsOf = ({ roles, scopes }: Rights) => [
  ...roles.map(role => `role.${role}`),
  ...scopes.clientIds.map(id => `client.${id}`),
  ...scopes.legalEntityIds.map(id => `legalEntity.${id}`),
];

/** The form without the terms of what it does not give any more. */
export const withGrantedTerms = (form: StaffForm): StaffForm => {
  const held = rightsOf(form);
  const terms = form.terms.filter(({ right }) => held.includes(right));
  return terms.length === form.terms.length ? form : { ...form, terms };
};
