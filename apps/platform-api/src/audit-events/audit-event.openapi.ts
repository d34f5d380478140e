import { pageRefused, variableHeader, describeOperation } from '@governance/http';
import { type AuditEvent, type AuditLeaf, hashOfContent, leafContent, proofLineOf } from '@governance/iam';
import { type ContentObject } from '@nestjs/swagger';
import { AuditEventListResponse } from './audit-event.dto';
import { filterRefused, formatRefused, sinceRefused, sinceTooLarge } from './audit-event-problems';
import { auditWriters } from './audit-export';

const requestId = '4b0c1d52-7f7e-4a3d-9a51-0f2d6c8e1b47';
const actor = {
  kind: 'person',
  issuer: 'https://identity.example.org',
  subject: 'usr_5f0c8f5e6f2a',
  clientId: 'console',
} as const;

export const exampleEvents: readonly AuditEvent[] = [
  {
    id: '0d2f6b7e-5c1a-4f4e-8d39-7a1b2c3d4e5f',
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
    actor,
    operation: 'm2m-credentials:revoke',
    target: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
    outcome: 'refused',
    reason: 'step_up_required',
    requestId,
    secondFactorAgeSeconds: 1_205,
  },
];

const nextCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

export const DescribeListAuditEvents = describeOperation({
  tag: 'audit',
  operationId: 'listAuditEvents',
  summary: 'List the audit events of the organization',
  description:
    'Every write of a user, machine or operator and every refused write, newest first, in pages of 100 unless `limit` says otherwise. Repeat the conditions with each `cursor`. Events are deleted after the operator’s retention period, 400 days by default.',
  ok: {
    description: 'A page of the events of the caller’s organization.',
    type: AuditEventListResponse,
    examples: {
      page: {
        summary: 'A page that is not the last',
        value: new AuditEventListResponse({ entries: exampleEvents, nextCursor }),
      },
      none: {
        summary: 'No event',
        value: new AuditEventListResponse({ entries: [], nextCursor: undefined }),
      },
    },
  },
  problems: [pageRefused, ...filterRefused],
});

const content: ContentObject = Object.fromEntries(
  Object.values(auditWriters).map(({ mediaType, head, write }) => {
    const example = head + exampleEvents.map(write).join('');
    return [mediaType, { schema: { type: 'string' }, example }];
  }),
);

const headers = {
  'Content-Disposition': variableHeader(
    'attachment; filename="audit-events.jsonl"',
    'The name of the file.',
    String.raw`^attachment; filename="audit-events\.(jsonl|csv)"$`,
  ),
};

export const DescribeExportAuditEvents = describeOperation({
  tag: 'audit',
  operationId: 'exportAuditEvents',
  summary: 'Export the audit events of the organization',
  description:
    'The same events as the list, all in one file: JSON Lines with an entry of the list per line, or CSV. A cell that a spreadsheet would compute begins with an apostrophe. An export that fails or takes more than a minute ends without the last chunk, which is an error for every HTTP client: export a shorter time then.',
  ok: { description: 'The events, newest first.', content, headers },
  problems: [formatRefused, ...filterRefused],
});

const orgId = 'org_acme';
const leaves = exampleEvents.map((event, index): AuditLeaf => {
  const content = leafContent(orgId, { event, salt: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA' });
  return { index, content, hash: hashOfContent(content) };
});
const proof = [
  proofLineOf({ kind: 'start', orgId }),
  ...leaves.map((leaf) => proofLineOf({ kind: 'leaf', ...leaf })),
].join('');
const later = proofLineOf({
  kind: 'start',
  orgId,
  earlier: { size: 1, subtrees: leaves.map(({ hash }) => hash) },
});

const proofs = {
  whole: { summary: 'Of all events', value: proof },
  later: { summary: 'Since a tree of one event, without a later one', value: later },
};

const proofHeaders = {
  'Content-Disposition': variableHeader(
    'attachment; filename="audit-proof.jsonl"',
    'The name of the file.',
    String.raw`^attachment; filename="audit-proof\.jsonl"$`,
  ),
};

export const DescribeExportAuditProof = describeOperation({
  tag: 'audit',
  operationId: 'exportAuditProof',
  summary: 'Export the proof that no audit event was tampered with',
  description:
    'The signed heads of a Merkle tree (RFC 9162) and its leaves, which are the audit events in the order of their recording, as JSON Lines. The command `governance audit verify FILE` names events that were changed, removed or reordered. Events become leaves every day, and within a minute after this call; a deleted event leaves its hash. With `since`, the proof goes on from an earlier one: its first line has the hashes of the largest complete subtrees of the events that it leaves out, from which the roots of all heads follow.',
  ok: {
    description: 'The proof.',
    content: { 'application/jsonl': { schema: { type: 'string' }, examples: proofs } },
    headers: proofHeaders,
  },
  problems: [sinceRefused, sinceTooLarge],
});
