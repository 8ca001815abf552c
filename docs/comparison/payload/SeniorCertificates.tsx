import type { ServerProps } from 'payload';

/** Named in the config as admin.components.beforeDashboard. */
export const SeniorCertificates = async ({ payload, user }: ServerProps) => {
  const where = { level: { equals: 'SENIOR' } };
  const { totalDocs } = await payload.count({ collection: 'certificates', where, user, overrideAccess: false });
  return <a href="/admin/collections/certificates?where[level][equals]=SENIOR">Certificates of seniors: {totalDocs}</a>;
};
