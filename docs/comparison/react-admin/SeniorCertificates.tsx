import { Card, CardContent } from '@mui/material';
import { Link, useGetList, useTranslate } from 'react-admin';

/** The card of the start page; the dashboard of the app shows it. */
export const SeniorCertificates = () => {
  const translate = useTranslate();
  const filter = { level: 'SENIOR' };
  const { total } = useGetList('certificate', { filter, pagination: { page: 1, perPage: 1 } });
  return (
    <Card>
      <CardContent>
        <Link to={`/certificate?filter=${encodeURIComponent(JSON.stringify(filter))}`}>
          {translate('resources.certificate.seniors')}: {total}
        </Link>
      </CardContent>
    </Card>
  );
};
