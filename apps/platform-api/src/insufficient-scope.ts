import { constantHeader } from '@governance/http';

const challenge = 'Bearer error="insufficient_scope"';

/** What the problems of a caller who would give more than they have share (RFC 6750). */
export const insufficientScope = {
  kind: 'forbidden',
  options: { headers: { 'www-authenticate': challenge } },
  headers: { 'WWW-Authenticate': constantHeader(challenge, 'RFC 6750') },
} as const;
