import type { VmsConnection } from '../../../generated/resources';

/** Where a VMS sends its messages. */
export const inboundAddress = (id: number) => `${location.origin}/api/vms/inbound/${id}`;

/** What the call sends: the status of a candidate, or a job where the VMS is sent none. */
const sampleOf = ({ capabilities }: VmsConnection) =>
  capabilities.includes('SUBMIT_CANDIDATE')
    ? { query: 'entity=APPLICATION_STATUS', body: `'{"externalId":"SB-1001","status":"Interview"}'` }
    : { query: 'entity=JOB', body: `'{"id":"JP-1001","title":"Java developer"}'` };

/** Commands that send a message as a VMS does, signed with its query, or with a password. */
export const signedCall = (connection: VmsConnection) => {
  const address = inboundAddress(connection.id);
  const { query, body } = sampleOf(connection);
  return connection.inbound === 'BASIC'
    ? `SECRET='…'
BODY=${body}
curl '${address}?${query}' -u "vms:$SECRET" -d "$BODY" \\
  -H 'Content-Type: application/json' -H "Webhook-Id: try-$(date +%s)"`
    : `SECRET='…'
BODY=${body}
QUERY='${query}'
AT=$(date +%s)
ID="try-$AT"
KEY=$(case $SECRET in (whsec_*) printf %s "\${SECRET#whsec_}" | base64 -d ;; (*) printf %s "$SECRET" ;; esac |
  od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$AT.$QUERY.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl "${address}?$QUERY" -d "$BODY" -H 'Content-Type: application/json' \\
  -H "Webhook-Id: $ID" -H "Webhook-Timestamp: $AT" -H "Webhook-Signature: v1,$SIGNATURE"`;
};
