import { type DomainProof } from '@governance/assessments';
import { bodyNotAnObject, problemsOf, unreadableBody, describeOperation } from '@governance/http';
import { exampleResult } from '@governance/verification';
import {
  holdersOnlyHeaders,
  holdersUnavailable,
  unknownResult,
  withdrawnCertificate,
} from '../results/result-problems';
import { ofResult } from '../results/results.openapi';
import {
  alreadyProven,
  headersOfReadBody,
  mailboxRefused,
  nameRefused,
  nothingAsked,
  otherDomain,
  tooManyRequests,
} from './domain-proof-problems';
import { AskDomainProofRequest, DomainProofResponse, MailDomainProofRequest } from './domain-proof.dto';

const dayMs = 24 * 60 * 60 * 1000;
const { id: resultId, createdAt } = exampleResult;

const asked: DomainProof = {
  resultId,
  name: 'msp.example',
  challenge: 'governance-certificate=q3Jm0v3oYkXqz1cJb2mH8d0uQ5rT7wLs9xVnE4aZpKg',
  expiresAt: new Date(createdAt.getTime() + 7 * dayMs),
  isChecking: false,
};
const checking: DomainProof = { ...asked, isChecking: true };
const proven: DomainProof = {
  ...asked,
  proven: { name: asked.name, provenAt: new Date(createdAt.getTime() + dayMs), way: 'dns' },
};

const bodyRefused = { ...problemsOf(bodyNotAnObject), headers: headersOfReadBody };

export const DescribeReadDomain = describeOperation({
  ...ofResult,
  operationId: 'readCertificateDomain',
  summary: 'Read the domain of a certificate',
  description: 'The domain that the certificate shows, or that its holder wants to prove.',
  ok: {
    description: 'The domain.',
    type: DomainProofResponse,
    headers: holdersOnlyHeaders,
    examples: {
      none: { summary: 'No domain', value: new DomainProofResponse(undefined) },
      proven: { summary: 'Proven', value: new DomainProofResponse(proven) },
    },
  },
  problems: [unknownResult, holdersUnavailable],
});

export const DescribeAskDomain = describeOperation({
  ...ofResult,
  operationId: 'putCertificateDomain',
  summary: 'Ask for the proof of a domain',
  description: [
    'Returns a challenge that can prove the domain for seven days. Then publish `record` and check it, or have a link mailed to the domain.',
    'A proven domain appears in the PDF, the credential and the verification record, each made anew. A PDF from before stays genuine. Asking for the same domain again keeps a current challenge; another one replaces what is not proven.',
  ].join('\n\n'),
  body: {
    type: AskDomainProofRequest,
    examples: { domain: { summary: 'A domain', value: { name: asked.name } } },
  },
  ok: {
    description: 'The domain, with the record to publish.',
    type: DomainProofResponse,
    headers: holdersOnlyHeaders,
    examples: { asked: { summary: 'To be proven', value: new DomainProofResponse(asked) } },
  },
  problems: [
    ...unreadableBody,
    bodyRefused,
    nameRefused,
    unknownResult,
    withdrawnCertificate,
    otherDomain,
    tooManyRequests,
    holdersUnavailable,
  ],
});

export const DescribeCheckDomain = describeOperation({
  ...ofResult,
  operationId: 'checkCertificateDomain',
  summary: 'Check the record of a domain',
  description:
    'The service looks the TXT record up within seconds: read the domain until its status is no longer `checking`. A proven domain is checked again every day, and its proof ends after seven days without the record. Needs no body.',
  accepted: {
    description: 'The record is looked up.',
    type: DomainProofResponse,
    headers: holdersOnlyHeaders,
    examples: { checking: { summary: 'Being checked', value: new DomainProofResponse(checking) } },
  },
  problems: [...unreadableBody, unknownResult, nothingAsked, tooManyRequests, holdersUnavailable],
});

export const DescribeMailDomain = describeOperation({
  ...ofResult,
  operationId: 'mailCertificateDomain',
  summary: 'Prove a domain by mail',
  description:
    'Sends a link to a mailbox that only those who control the domain read. The domain is proven when the link is opened and confirmed. The response does not tell whether the mailbox exists, or accepts messages of this service. A proof by mail ends when the result should be renewed, unless another mail is confirmed.',
  body: {
    type: MailDomainProofRequest,
    examples: { postmaster: { summary: 'To the postmaster', value: { mailbox: 'postmaster' } } },
  },
  accepted: {
    description: 'The mail is queued.',
    type: DomainProofResponse,
    headers: holdersOnlyHeaders,
    examples: { asked: { summary: 'To be proven', value: new DomainProofResponse(asked) } },
  },
  problems: [
    ...unreadableBody,
    bodyRefused,
    mailboxRefused,
    unknownResult,
    nothingAsked,
    alreadyProven,
    tooManyRequests,
    holdersUnavailable,
  ],
});

export const DescribeRemoveDomain = describeOperation({
  ...ofResult,
  operationId: 'removeCertificateDomain',
  summary: 'Remove the domain of a certificate',
  description:
    'The certificate goes on without the domain, with its first credential. The credential that shows the domain is withdrawn. Can be repeated.',
  noContent: {
    description: 'The certificate shows no domain.',
    headers: holdersOnlyHeaders,
  },
  problems: [unknownResult, holdersUnavailable],
});
