import { bodyTooLarge, storeUnavailable, describeOperation } from '@governance/http';
import { ApiCertificateId, exampleResult } from '@governance/verification';
import { notResent, tooManyResends } from './resend-problems';
import { ResendResponse } from './resend.dto';

export const DescribeResend = describeOperation({
  tag: 'survey-results',
  operationId: 'resendCertificate',
  summary: 'Resend the certificate',
  description: [
    'Sends it to the address recorded at submission. Has no body: one that is sent is ignored.',
    'Calls are rate-limited per client address. Messages are limited too, per recipient and certificate: over such a budget the response is the same and the message is delayed.',
  ].join('\n\n'),
  ok: {
    description: 'The message is queued. The response reveals neither the address nor a budget.',
    type: ResendResponse,
    examples: { queued: { summary: 'Queued', value: { id: exampleResult.id, status: 'queued' } } },
  },
  problems: [notResent, bodyTooLarge, tooManyResends, storeUnavailable],
  more: [ApiCertificateId()],
});
