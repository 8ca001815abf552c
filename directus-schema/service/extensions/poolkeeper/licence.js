import { user } from './account.js';

/** Read when somebody asks: a version of Directus without licences has no such module, and the hook must load there too. */
const managers = async () => {
  const { getEntitlementManager, getLicenseManager } = await import('@directus/api/license/index');
  return { entitlements: getEntitlementManager(), licence: getLicenseManager() };
};

const countable = ['seats', 'collections', 'flows'];
const features = ['sso_enabled', 'custom_permission_rules_enabled', 'custom_llms_enabled'];

/** What is used beyond the licence: of what can be counted how many are used and allowed, of the rest only that it is used. */
const exceeded = async entitlements => {
  const counts = await Promise.all(countable.map(async key => ({ key, ...(await entitlements.check(key)) })));
  const used = await Promise.all(features.map(async key => ({ key, ...(await entitlements.check(key)) })));
  return [
    ...counts.filter(({ allowed }) => !allowed).map(({ key, usage, hardLimit }) => ({ key, used: usage, free: hardLimit })),
    ...used.filter(({ valid }) => !valid).map(({ key }) => ({ key })),
  ];
};

/** The end of the time that Directus gives a database it has upgraded, in seconds; none once it is over. */
const until = async status => {
  if (status !== 'grace') return undefined;
  const { getCoreGraceExpiresAt, GRACE_PERIOD_MS } = await import('@directus/api/license/utils/get-core-grace-expires-at');
  const upgraded = await getCoreGraceExpiresAt();
  return upgraded === null ? undefined : upgraded + GRACE_PERIOD_MS / 1000;
};

const state = async () => {
  const { entitlements, licence } = await managers();
  const status = await licence.getStatus();
  return { status, limits: status === 'active' ? [] : await exceeded(entitlements), until: await until(status) };
};

/** Tells the account of our service how the licence is, which Directus itself tells administrators only. */
export const reportLicence = app =>
  app.get('/poolkeeper/licence', async (req, res) => {
    if (req.accountability?.user !== user.id) return res.status(403).json({ errors: [] });
    try {
      return res.json({ data: await state() });
    } catch (err) {
      return res.status(501).json({ errors: [{ message: err.message }] });
    }
  });
