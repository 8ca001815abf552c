import type { VmsConnection } from '../../../generated/resources';

/** Where a VMS sends its messages. */
export const inboundAddress = (id: number) => `${location.origin}/api/vms/inbound/${id}`;

const query = 'entity=APPLICATION_STATUS';
const body = `'{"externalId":"SB-1001","status":"Interview"}'`;

/** Commands that send a message as a VMS does, signed with its query, or with a password. */
export const signedCall = ({ id, inbound }: VmsConnection) =>
  inbound === 'BASIC'
    ? `SECRET='…'
BODY=${body}
curl '${inboundAddress(id)}?${query}' -u "vms:$SECRET" -d "$BODY" \\
  -H 'Content-Type: application/json' -H "Webhook-Id: try-$(date +%s)"`
    : `SECRET='…'
BODY=${body}
QUERY='${query}'
AT=$(date +%s)
ID="try-$AT"
SIGNATURE=$(printf %s "$ID.$AT.$QUERY.$BODY" | openssl dgst -sha256 -hmac "$SECRET" -binary | base64)
curl "${inboundAddress(id)}?$QUERY" -d "$BODY" -H 'Content-Type: application/json' \\
  -H "Webhook-Id: $ID" -H "Webhook-Timestamp: $AT" -H "Webhook-Signature: v1,$SIGNATURE"`;
