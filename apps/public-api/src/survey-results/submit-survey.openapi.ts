import { verificationUrl } from '@governance/assessments';
import {
  ApiIdempotencyKey,
  ApiProblem,
  bodyNotAnObject,
  constantHeader,
  invalidIdempotencyKey,
  type ProblemDescription,
  storeUnavailable,
  unreadableBody,
} from '@governance/http';
import {
  exampleAddresses,
  exampleAnswers,
  exampleRemediation,
  exampleResult,
} from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { unusableAnswers } from '../answered-rubric.dto';
import { SubmitSurveyRequest } from './submit-survey.dto';
import { SurveyResultResponse } from './survey-result.dto';

const submission = {
  mode: exampleResult.mode,
  answers: exampleAnswers,
  submitterEmail: 'assessor@example.com',
  notes: 'Second assessment, after the policy was adopted.',
};

const created = new SurveyResultResponse(
  { result: exampleResult, remediation: exampleRemediation, delivery: 'queued', replayed: false },
  {
    verificationUrl: verificationUrl(exampleAddresses.platformBaseUrl, exampleResult.id),
    resultUrl: `${exampleAddresses.publicBaseUrl}/results/PxxaDn0rTH6aUSuMbU4PGV0xU3cyRk9hcVJtN1ZkS2pXeUw5`,
  },
);

/** What the members of a submission are refused for, word for word. */
const refusals: readonly ProblemDescription[] = [
  unusableAnswers,
  {
    kind: 'invalid',
    when: 'Another member is not what it must be.',
    texts: [
      'mode must be one of the following values: msp-self, client-on-behalf',
      'submitterEmail must be an email',
      'notes must be a string',
      'notes must be shorter than or equal to 10000 characters',
      'notes must be well-formed text without NUL characters',
      'rubricVersion must be a string',
      'rubricVersion is not a published version',
    ],
  },
  invalidIdempotencyKey,
];

const keyConflicts: readonly ProblemDescription[] = [
  {
    kind: 'conflict',
    when: 'A submission of this client under the same `Idempotency-Key` is still running: ask again in a moment.',
    texts: ['a submission with this Idempotency-Key is still running'],
  },
  {
    kind: 'unprocessable',
    when: 'This client has used the `Idempotency-Key` for a submission with another body.',
    texts: ['this Idempotency-Key was used with another body'],
  },
];

const noStore = constantHeader('no-store', 'Whoever has `resultUrl` can see the plan: no cache keeps it.');
const replayed = constantHeader('true', 'The result is that of an earlier submission under the same key.');

export function DescribeSubmitSurvey(): MethodDecorator {
  return applyDecorators(
    ApiTags('survey-results'),
    ApiOperation({
      operationId: 'submitSurvey',
      summary: 'Submit a completed self-assessment',
      description: [
        'Score, tier, verdict, domain scores and remediation are derived here from the answers, by the rubric that `/assessment.json` publishes. A score that a client claims is ignored.',
        'With a `submitterEmail` the completion email and the certificate are sent to that address; they are sent later than this answer.',
        'There is no rate limit on submission itself. Send an `Idempotency-Key` to be able to repeat a submission whose answer was lost.',
      ].join('\n\n'),
    }),
    ApiIdempotencyKey(
      'Your name for this submission, honoured for 24 hours: the same key and the same body are answered with the same result, and nothing is created or sent twice. Another client (an IPv4 address, an IPv6 network of 64 bits) that uses the key with another body makes a submission of its own.',
    ),
    ApiBody({
      type: SubmitSurveyRequest,
      examples: { complete: { summary: 'Every question of the mode is answered', value: submission } },
    }),
    ApiCreatedResponse({
      description: 'The result.',
      type: SurveyResultResponse,
      headers: { 'Cache-Control': noStore, 'Idempotency-Replayed': { ...replayed, required: false } },
      examples: { refused: { summary: 'A launch gate is not met', value: created } },
    }),
    ApiProblem(...unreadableBody, bodyNotAnObject, ...refusals, ...keyConflicts, storeUnavailable),
  );
}
