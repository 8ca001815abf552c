import { useLocale, useTranslate } from 'ra-core';
import { useQueries } from '@tanstack/react-query';
import { formatDate, formatNumber, nameOf } from '../../../format/format';
import { enumText, useCan, useMeta } from '../../../meta';
import type { Application, Project } from '../../../generated/resources';
import { formatMoney } from '../../../ui/money';
import { answerText } from '../answerText';
import { breakdownOf } from '../breakdown';
import { unitSuffix } from '../unitSuffix';
import { sheetQuery, type SheetLine } from '../useSheet';
import { useDesiredRateText } from './useDesiredRateText';
import { bestOf, matchOf, type Row, type RowGroup } from './rows';
import type { Profile } from './useCandidates';

interface Compared {
  applications: readonly Application[];
  project: Project | undefined;
  profiles: readonly (Profile | undefined)[];
}

const none = '–';

/** What candidates are compared by, in groups. Rates are there for those who may see them. */
export const useGroups = (compared: Compared): RowGroup[] => {
  const seesRates = useCan('rate.read');
  const rates = useRates(compared);
  const groups = [
    ...(seesRates ? [{ name: 'rates', rows: rates }] : []),
    { name: 'availability', rows: useAvailability(compared) },
    { name: 'fit', rows: useFit(compared) },
    { name: 'answers', rows: useAnswers(compared) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
};

const useRates = ({ applications, profiles }: Compared): Row[] => {
  const t = useTranslate();
  const writeDesiredRate = useDesiredRateText();
  const locale = useLocale() ?? 'en';
  const units = new Set(applications.map(({ currency, rateUnit }) => `${currency} ${rateUnit}`));
  return (['talentRate', 'payRate', 'billRate'] as const).map(name => ({
    name,
    label: t(`resources.application.fields.${name}`),
    texts: applications.map((application, i) => {
      const { [name]: amount, currency, rateUnit } = application;
      if (typeof amount !== 'number')
        return (name === 'talentRate' && writeDesiredRate(application, profiles[i])) || none;
      const money = formatMoney(locale, amount, currency ?? undefined);
      return rateUnit ? `${money} ${t(unitSuffix(rateUnit))}` : money;
    }),
    notes: applications.map(({ rateBreakdown }) => {
      const codes = name === 'billRate' ? breakdownOf(rateBreakdown)?.warnings.map(({ code }) => code) : undefined;
      return codes?.length ? codes.map(code => t(`detail.${code}`)).join(' ') : undefined;
    }),
    // What is paid in different money or for different times cannot be ranked.
    ...(units.size === 1 && {
      best: bestOf(
        applications.map(({ [name]: amount }) => amount),
        'low',
      ),
    }),
  }));
};

const useAvailability = ({ applications }: Compared): Row[] => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const days = (name: 'availabilityFrom' | 'availabilityTo', wanted: 'low' | 'high'): Row => ({
    name,
    label: t(`resources.application.fields.${name}`),
    texts: applications.map(({ [name]: day }) => (day ? formatDate(locale, day) : none)),
    best: bestOf(
      applications.map(({ [name]: day }) => day),
      wanted,
    ),
  });
  return [
    days('availabilityFrom', 'low'),
    days('availabilityTo', 'high'),
    {
      name: 'hoursPerWeek',
      label: t('resources.application.fields.hoursPerWeek'),
      texts: applications.map(({ hoursPerWeek }) =>
        typeof hoursPerWeek === 'number' ? formatNumber(locale, hoursPerWeek) : none,
      ),
    },
  ];
};

const useFit = ({ applications, project, profiles }: Compared): Row[] => {
  const t = useTranslate();
  const meta = useMeta();
  const locale = useLocale() ?? 'en';
  const wanted = project?.skills ?? [];
  const isKnown = profiles.some(profile => profile !== undefined);
  const matches = profiles.map(profile => matchOf(wanted, profile?.skills ?? []));
  const skills: Row = {
    name: 'skills',
    label: t('panel.compare.skills'),
    texts: matches.map(({ count }) => t('panel.cell.of', { filled: count, of: wanted.length })),
    notes: matches.map(({ missing }) =>
      missing.length > 0 ? t('panel.compare.without', { skills: missing.join(', ') }) : undefined,
    ),
    best: bestOf(
      matches.map(({ count }) => count),
      'high',
    ),
  };
  const allSkills: Row = {
    name: 'allSkills',
    label: t('panel.compare.allSkills'),
    texts: profiles.map(profile => profile?.skills?.join(', ') || none),
  };
  const languages: Row = {
    name: 'languages',
    label: t('panel.compare.languages'),
    texts: profiles.map(profile => {
      const spoken = profile?.languages ?? [];
      return (
        spoken
          .map(({ code, level }) => [nameOf(locale, 'language', code), level].filter(Boolean).join(' '))
          .join(', ') || none
      );
    }),
  };
  const provider: Row = {
    name: 'provider',
    label: t('resources.application.fields.providerKind'),
    texts: applications.map(
      ({ mspName, providerKind }) => mspName || (providerKind ? t(enumText(meta, 'providerKind', providerKind)) : none),
    ),
  };
  return [...(isKnown ? [wanted.length > 0 ? skills : allSkills, languages] : []), provider];
};

/** What each has answered, by the question: its versions stand in one row. */
const useAnswers = ({ applications }: Compared): Row[] => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const sheets = useQueries({ queries: applications.map(sheetQuery) }).map(({ data }) => data?.results ?? []);
  const labels = new Map(sheets.flat().map(({ key, label }) => [key, label]));
  const answerOf = (line: SheetLine | undefined) =>
    line && (line.options.length > 0 ? line.words : answerText(line.value, { t, locale }));
  const rows = [...labels].map(([key, label]) => ({
    name: key,
    label,
    texts: sheets.map(lines => answerOf(lines.find(line => line.key === key)) || ''),
  }));
  return rows
    .filter(({ texts }) => texts.some(Boolean))
    .map(row => ({ ...row, texts: row.texts.map(text => text || t('panel.application.unanswered')) }));
};
