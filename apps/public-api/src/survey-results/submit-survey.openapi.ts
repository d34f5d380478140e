import { verificationUrl } from '@governance/assessments';
import {
  ApiIdempotencyKey,
  bodyNotAnObject,
  constantHeader,
  invalidIdempotencyKey,
  storeUnavailable,
  unreadableBody,
  describeOperation,
} from '@governance/http';
import {
  exampleAddresses,
  exampleAnswers,
  exampleRemediation,
  exampleResult,
} from '@governance/verification';
import { unusableAnswers } from '../answer-problems';
import { keyInUse, keyOfAnotherBody, memberRefused } from './submission-problems';
import { SubmitSurveyRequest } from './submit-survey.dto';
import { SurveyResultResponse, surveyResultResponse } from './survey-result.dto';

const submission = {
  mode: exampleResult.mode,
  answers: exampleAnswers,
  submitterEmail: 'assessor@example.com',
  notes: 'Second assessment, after the policy was adopted.',
  organizationName: 'Example Managed Services Ltd',
  renewalReminder: true,
  evidence: {
    'gov-ai-policy': {
      owner: 'Head of Compliance',
      note: 'Policy 4.2, approved by the board.',
      link: 'https://wiki.example.com/policies/ai',
      reviewOn: '2027-03-31',
    },
  },
};

const created = surveyResultResponse(
  { result: exampleResult, remediation: exampleRemediation, delivery: 'queued', replayed: false },
  {
    verificationUrl: verificationUrl(exampleAddresses.platformBaseUrl, exampleResult.id),
    resultUrl: `${exampleAddresses.publicBaseUrl}/results/PxxaDn0rTH6aUSuMbU4PGV0xU3cyRk9hcVJtN1ZkS2pXeUw5`,
  },
);

const noStore = constantHeader('no-store', '`resultUrl` gives access to the plan: caches must not store it.');
const replayed = constantHeader('true', 'The result was created by an earlier submission with the same key.');

export const DescribeSubmitSurvey = describeOperation({
  tag: 'survey-results',
  operationId: 'submitSurvey',
  summary: 'Submit a completed self-assessment',
  description: [
    'Score, tier, verdict, domain scores and remediation are derived from the answers by the service, with the rubric published at `/assessment.json`. A score claimed by the client is ignored.',
    'With a `submitterEmail`, the completion email with the certificate is sent to that address after this response. With a `renewalReminder` too, one more mail follows a month before `renewBy`, unless the certificate is withdrawn, or the address is erased or blocked.',
    'There is no rate limit on submission itself. Send an `Idempotency-Key` to safely repeat a submission whose response was lost.',
  ].join('\n\n'),
  body: {
    type: SubmitSurveyRequest,
    examples: { complete: { summary: 'Every question of the mode is answered', value: submission } },
  },
  created: {
    description: 'The result.',
    type: SurveyResultResponse,
    headers: { 'Cache-Control': noStore, 'Idempotency-Replayed': { ...replayed, required: false } },
    examples: { refused: { summary: 'A required control is missing', value: created } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    unusableAnswers,
    memberRefused,
    invalidIdempotencyKey,
    keyInUse,
    keyOfAnotherBody,
    storeUnavailable,
  ],
  more: [
    ApiIdempotencyKey(
      'A unique key for this submission, valid for 24 hours. The same key and body return the same result, and nothing is created or sent twice. If another client (another IPv4 address or IPv6 /64 network) uses the key with another body, a new submission is made.',
    ),
  ],
});
