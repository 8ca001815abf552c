interface Named {
  salutation?: string | null;
  academicTitle?: string;
  firstName?: string;
  lastName?: string;
}

/** How somebody is addressed: salutation, academic title, names; what there is none of is left out. */
export const addressOf = (t: (key: string) => string, { salutation, academicTitle, firstName, lastName }: Named) =>
  [salutation && salutation !== 'NONE' ? t(`salutation.${salutation}`) : '', academicTitle, firstName, lastName]
    .filter(Boolean)
    .join(' ');
