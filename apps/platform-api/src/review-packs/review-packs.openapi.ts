import { describeOperation, sharedHeader, variableHeader } from '@governance/http';
import { unknownClient } from '../clients/client-problems';
import { clientIdParameter, exampleClient } from '../clients/client.openapi';
import { nothingToReview, packNotMade, tooManyPacks } from './review-pack-problems';
import { PendingReviewPackResponse } from './pending-review-pack.dto';

/** A print takes less, unless others wait. */
export const retryAfterSeconds = 2;

/** The name of a client is not in it: names of files end in logs and backups. */
export function reviewPackDisposition(clientId: string): string {
  return `attachment; filename="review-pack-${clientId.slice(0, 8)}.pdf"`;
}

export const DescribeGetReviewPack = describeOperation({
  tag: 'clients',
  operationId: 'getReviewPack',
  summary: 'Download the review pack of a client',
  description: [
    'A PDF for the meeting with the client: its newest result, the trend, what is better and worse than before, the cheapest plan, gaps by framework, and the evidence that came with the result. It says that it is no certificate: it is not signed, and verification does not know it.',
    'It is made at the first request: repeat the request after `Retry-After` until the status is 200. It is stored for a day, and made again as soon as one of these facts has changed.',
  ].join('\n\n'),
  parameter: clientIdParameter,
  ok: {
    description: 'The PDF.',
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    headers: {
      'Content-Disposition': variableHeader(
        reviewPackDisposition(exampleClient.id),
        'Browsers save the file.',
        String.raw`^attachment; filename="review-pack-[0-9a-f]{8}\.pdf"$`,
      ),
    },
  },
  accepted: {
    description: 'The PDF is being made. Ask again after `Retry-After`.',
    type: PendingReviewPackResponse,
    headers: { 'Retry-After': sharedHeader('Retry-After') },
    examples: { queued: { summary: 'Being made', value: new PendingReviewPackResponse() } },
  },
  problems: [unknownClient, nothingToReview, tooManyPacks, packNotMade],
});
