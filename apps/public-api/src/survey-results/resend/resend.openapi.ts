import { ApiProblem, bodyTooLarge, sharedHeader, storeUnavailable } from '@governance/http';
import { ApiCertificateId, exampleResult } from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ResendResponse } from './resend.dto';

export function DescribeResend(): MethodDecorator {
  return applyDecorators(
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
      examples: { queued: { summary: 'Queued', value: new ResendResponse(exampleResult.id) } },
    }),
    ApiProblem(
      {
        kind: 'not_found',
        when: 'The result does not exist or has no address, or its certificate was withdrawn.',
        texts: [
          'there is no survey result with this id',
          'no email address is recorded for this survey result',
          'the certificate of this survey result was withdrawn',
        ],
      },
      bodyTooLarge,
      {
        kind: 'too_many',
        when: 'This client has exceeded the rate limit.',
        texts: ['too many resends from this address, try again later'],
        headers: { 'Retry-After': sharedHeader('Retry-After') },
      },
      storeUnavailable,
    ),
  );
}
