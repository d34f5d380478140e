import { variableHeader } from '@governance/http';
import { hashOfContent, leafContent, proofLineOf } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { exampleEvents } from './audit-event.openapi';

const orgId = 'org_acme';

const example = [
  proofLineOf({ kind: 'start', orgId }),
  ...exampleEvents.map((event, index) => {
    const content = leafContent(orgId, { event, salt: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA' });
    return proofLineOf({ kind: 'leaf', index, content, hash: hashOfContent(content) });
  }),
].join('');

const headers = {
  'Content-Disposition': variableHeader(
    'attachment; filename="audit-proof.jsonl"',
    'The name of the file.',
    String.raw`^attachment; filename="audit-proof\.jsonl"$`,
  ),
};

export function DescribeExportAuditProof(): MethodDecorator {
  return applyDecorators(
    ApiTags('audit'),
    ApiOperation({
      operationId: 'exportAuditProof',
      summary: 'Export the proof that no audit event was tampered with',
      description:
        'The signed heads of a Merkle tree (RFC 9162) and its leaves, which are the audit events in the order of their recording, as JSON Lines. The command `npm run audit -- verify FILE` names events that were changed, removed or reordered. Events become leaves every day, and within a minute after this call; a deleted event leaves its hash.',
    }),
    ApiOkResponse({
      description: 'The proof.',
      content: { 'application/jsonl': { schema: { type: 'string' }, example } },
      headers,
    }),
  );
}
