import {
  bodyNotAnObject,
  pageRefused,
  unreadableBody,
  variableHeader,
  describeOperation,
} from '@governance/http';
import { ApiExtraModels } from '@nestjs/swagger';
import { tooManyClients, unknownClient } from '../clients/client-problems';
import { exampleClient } from '../clients/client.openapi';
import { AttachResultRequest } from './attach-result.dto';
import { type OrgResult } from './org-result';
import { EarlierResultResponse, OrgResultListResponse, OrgResultResponse } from './org-result.dto';
import {
  attachRefused,
  filterRefused,
  tooManyAttached,
  tooManyResults,
  unknownCapability,
  unknownResult,
  withdrawnResult,
} from './org-result-problems';
import { orgResultsCsv } from './org-results-csv';

const nextCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';
const capability = 'PyuMHnpkTQucVQ4fKjtMXQAAAAAAAAAAAAAAAAAAAAAAAAAA';

const first: OrgResult = {
  id: '8c1e3f2b-7a64-4d0b-9c55-0e1f2a3b4c5d',
  clientId: exampleClient.id,
  createdAt: new Date('2025-11-12T09:30:00.000Z'),
  attachedAt: new Date('2026-11-20T12:00:00.000Z'),
  mode: 'client-on-behalf',
  rubric: { id: 'ai-governance-msp', version: '1.1.0', sha256: '' },
  overallScore: 58,
  tier: 'Developing',
  launchAllowed: false,
  launchReason: 'Required control missing: adversarial testing before launch.',
  clientName: 'Acme Ltd',
  isLatest: false,
  gaps: [
    { id: 'iso-iec-42001-2023', name: 'ISO/IEC 42001', clauses: 34, gaps: 17 },
    { id: 'nist-ai-rmf-1.0', name: 'NIST AI RMF', clauses: 37, gaps: 20 },
    { id: 'eu-ai-act', name: 'EU AI Act', clauses: 18, gaps: 7 },
  ],
};

const exampleResult: OrgResult = {
  ...first,
  id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  createdAt: new Date('2026-11-19T10:00:00.000Z'),
  overallScore: 74,
  tier: 'Progressing',
  domain: { name: 'acme.example', provenAt: new Date('2026-11-19T11:00:00.000Z') },
  earlier: first,
  isLatest: true,
};

const resultIdParameter = {
  name: 'resultId',
  description: 'The `id` of the result.',
  schema: { type: 'string', format: 'uuid', examples: [exampleResult.id] },
};

export const DescribeListResults = describeOperation({
  tag: 'results',
  operationId: 'listResults',
  summary: 'List the assessment results of the organization',
  description:
    'The results that were attached to the organization, newest submission first, in pages of 100 unless `limit` says otherwise. Repeat the conditions with each `cursor`. Scores derive from the stored answers. A result leaves the list when it is detached, and when the data of its submitter is erased.',
  ok: {
    description: 'A page of the results of the caller’s organization.',
    type: OrgResultListResponse,
    examples: {
      page: {
        summary: 'A page that is not the last',
        value: new OrgResultListResponse({ entries: [exampleResult], nextCursor }),
      },
      none: {
        summary: 'No result',
        value: new OrgResultListResponse({ entries: [], nextCursor: undefined }),
      },
    },
  },
  problems: [pageRefused, ...filterRefused],
  more: [ApiExtraModels(EarlierResultResponse)],
});

export const DescribeGetResult = describeOperation({
  tag: 'results',
  operationId: 'getResult',
  summary: 'Get an assessment result of the organization',
  description: 'The list entry.',
  parameter: resultIdParameter,
  ok: {
    description: 'The result.',
    type: OrgResultResponse,
    examples: { one: { summary: 'A result', value: new OrgResultResponse(exampleResult) } },
  },
  problems: [unknownResult],
});

export const DescribeExportResults = describeOperation({
  tag: 'results',
  operationId: 'exportResults',
  summary: 'Export the assessment results of the organization',
  description:
    'The same results as the list, all in one CSV file, with a column of gaps for each framework. A cell that a spreadsheet would compute begins with an apostrophe.',
  ok: {
    description: 'The results, newest submission first.',
    content: { 'text/csv': { schema: { type: 'string' }, example: orgResultsCsv([exampleResult, first]) } },
    headers: {
      'Content-Disposition': variableHeader(
        'attachment; filename="results.csv"',
        'The name of the file.',
        String.raw`^attachment; filename="results\.csv"$`,
      ),
    },
  },
  problems: [...filterRefused],
});

export const DescribeAttachResult = describeOperation({
  tag: 'results',
  operationId: 'attachResult',
  summary: 'Attach an assessment result to the organization',
  description: [
    'A caller who has the capability of a result, the secret part of the address of its page, can attach it. Members with `org:results:read` then see its declared name and its outcome, not its answers, notes or evidence. The result itself, its certificate and its verification do not show that it is attached.',
    'The result belongs to a client of the organization: to the one that `client_id` names, else to the client whose `domain` the holder of the result has proven, else to a new one, which shows the name that the submitter declared. With another `client_id`, the call moves a result.',
    'The call can be repeated, and changes nothing then. Several organizations can attach one result; none sees the others.',
  ].join('\n\n'),
  body: {
    type: AttachResultRequest,
    examples: {
      address: {
        summary: 'The address of the result’s page',
        value: { capability: `https://assess.example.org/results/${capability}` },
      },
      capability: { summary: 'The capability alone', value: { capability } },
      client: {
        summary: 'The result of a client',
        value: { capability, client_id: exampleClient.id },
      },
    },
  },
  created: {
    description: 'The result, as the list has it.',
    type: OrgResultResponse,
    examples: { attached: { summary: 'Attached', value: new OrgResultResponse(exampleResult) } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    ...attachRefused,
    unknownCapability,
    unknownClient,
    withdrawnResult,
    tooManyResults,
    tooManyClients,
    tooManyAttached,
  ],
});

export const DescribeDetachResult = describeOperation({
  tag: 'results',
  operationId: 'detachResult',
  summary: 'Detach an assessment result from the organization',
  description:
    'The result itself stays, for those who have its capability, and so does its client. A second call returns 404.',
  parameter: resultIdParameter,
  noContent: { description: 'The result is no longer in the list.' },
  problems: [...unreadableBody, unknownResult],
});
