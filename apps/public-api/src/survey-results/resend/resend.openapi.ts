import { ApiProblem, bodyTooLarge, storeUnavailable } from '@governance/http';
import { ApiCertificateId, exampleResult } from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { notResent, tooManyResends } from './resend-problems';
import { ResendResponse } from './resend.dto';

export const DescribeResend = applyDecorators(
  ApiTags('survey-results'),
  ApiOperation({
    operationId: 'resendCertificate',
    summary: 'Resend the certificate',
    description: [
      'Sends it to the address recorded at submission. Has no body: one that is sent is ignored.',
      'Calls are rate-limited per client address. Messages are limited too, per recipient and certificate: over such a budget the response is the same and the message is delayed.',
    ].join('\n\n'),
  }),
  ApiCertificateId(),
  ApiOkResponse({
    description: 'The message is queued. The response reveals neither the address nor a budget.',
    type: ResendResponse,
    examples: { queued: { summary: 'Queued', value: { id: exampleResult.id, status: 'queued' } } },
  }),
  ApiProblem(notResent, bodyTooLarge, tooManyResends, storeUnavailable),
);
