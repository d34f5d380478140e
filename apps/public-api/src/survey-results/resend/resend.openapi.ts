import { ApiProblem, sharedHeader, storeUnavailable, unreadableBody } from '@governance/http';
import { ApiCertificateId, exampleResult } from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ResendResponse } from './resend.dto';

export function DescribeResend(): MethodDecorator {
  return applyDecorators(
    ApiTags('survey-results'),
    ApiOperation({
      operationId: 'resendCertificate',
      summary: 'Send the certificate once more',
      description: [
        'It goes to the address that was recorded at submission, and to no other. No body is needed.',
        'Calls are limited per client address. Messages are limited too, per recipient and certificate: over such a budget the answer is the same, and the message waits for its turn.',
      ].join('\n\n'),
    }),
    ApiCertificateId(),
    ApiOkResponse({
      description: 'The message is on its way, as far as anybody may know: neither address nor budget shows.',
      type: ResendResponse,
      examples: { queued: { summary: 'On its way', value: new ResendResponse(exampleResult.id) } },
    }),
    ApiProblem(
      {
        kind: 'not_found',
        when: 'There is no such result, or none with an address, or its certificate was withdrawn.',
        texts: [
          'there is no survey result with this id',
          'no email address is recorded for this survey result',
          'the certificate of this survey result was withdrawn',
        ],
      },
      ...unreadableBody,
      {
        kind: 'too_many',
        when: 'This client has asked too often.',
        texts: ['too many resends from this address, try again later'],
        headers: { 'Retry-After': sharedHeader('Retry-After') },
      },
      storeUnavailable,
    ),
  );
}
