import { verificationUrl } from '@governance/assessments';
import { describeOperation } from '@governance/http';
import { exampleAddresses, exampleRemediation, exampleResult } from '@governance/verification';
import { DeliveryStatusResponse } from './delivery-status.dto';
import { holdersOnlyHeaders, holdersUnavailable, unknownResult } from './result-problems';
import { StoredResultResponse, storedResultResponse } from './stored-result.dto';

const capability = 'PxxaDn0rTH6aUSuMbU4PGV0xU3cyRk9hcVJtN1ZkS2pXeUw5';
const { id, createdAt, rubric } = exampleResult;

const stored = storedResultResponse(
  { result: exampleResult, remediation: exampleRemediation },
  {
    verificationUrl: verificationUrl(exampleAddresses.platformBaseUrl, id),
    resultUrl: `${exampleAddresses.publicBaseUrl}/results/${capability}`,
    certificateStatus: 'valid',
    rubricUrl: `${exampleAddresses.publicBaseUrl}/assessment/${rubric.version}.json`,
  },
);

const sentAt = new Date(createdAt.getTime() + 3_000);

/** What all operations of a result share. */
export const ofResult = {
  tag: 'results',
  parameter: {
    name: 'capability',
    description:
      'The last segment of `resultUrl`. It gives access to the plan: treat it like a password, and keep it on your server.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{48}$', examples: [capability] },
  },
};

export const DescribeReadResult = describeOperation({
  ...ofResult,
  operationId: 'readResult',
  summary: 'Read a result',
  description:
    'The same result as the response to the submission. It never changes, except for `certificateStatus`. It contains no address and no notes.',
  ok: {
    description: 'The result.',
    type: StoredResultResponse,
    headers: holdersOnlyHeaders,
    examples: { refused: { summary: 'A required control is missing', value: stored } },
  },
  problems: [unknownResult, holdersUnavailable],
});

export const DescribeDeliveryStatus = describeOperation({
  ...ofResult,
  operationId: 'readDelivery',
  summary: 'Read the status of the mail',
  description:
    'The status of the newest mail with the certificate. It reveals neither the address nor a budget.',
  ok: {
    description: 'The status.',
    type: DeliveryStatusResponse,
    headers: holdersOnlyHeaders,
    examples: {
      sent: {
        summary: 'Sent',
        value: new DeliveryStatusResponse({ status: 'sent', queuedAt: createdAt, sentAt }),
      },
      none: {
        summary: 'No address is recorded',
        value: new DeliveryStatusResponse({ status: 'none' }),
      },
    },
  },
  problems: [unknownResult, holdersUnavailable],
});
