import { type Certificate, type IssuedCertificate, verificationUrl } from '@governance/assessments';
import { type DomainScore, type Tier } from '@governance/rubric';
import { TestCertificateLog } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface PublishedRubric {
  readonly domains: readonly { readonly id: string; readonly title: string; readonly weight: number }[];
  readonly questions: readonly {
    readonly critical: boolean;
    readonly modes: readonly string[];
    readonly remediation: { readonly title: string };
  }[];
}

const path = join(__dirname, '../../rubric/src/published/1.0.0.json');
const rubric = JSON.parse(readFileSync(path, 'utf8')) as PublishedRubric;

/** The titles of the launch gates of a self-assessment: the maximum that a refusal can name. */
export const gateTitles = rubric.questions
  .filter(({ critical, modes }) => critical && modes.includes('msp-self'))
  .map(({ remediation }) => remediation.title);

export const domainTitles = rubric.domains.map(({ title }) => title);

function domains(scores: readonly number[]): DomainScore[] {
  return rubric.domains.map(({ id, title, weight }, index) => {
    const score = scores[index] ?? 0;
    return { id, title, weight, score, belowFloor: score < 40 };
  });
}

function certificate(
  id: string,
  outcome: Certificate['outcome'],
  mode: Certificate['mode'] = 'msp-self',
): IssuedCertificate {
  return {
    id,
    createdAt: new Date('2026-11-20T23:30:00Z'),
    mode,
    rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: '9c1a5f0be2d84e77'.repeat(4) },
    outcome,
    verificationUrl: verificationUrl('https://api.governance.example.com', id),
    rubricUrl: 'https://governance.example.com/rubric/1.0.0',
    signed: {
      credential: 'e30.e30.c2lnbmF0dXJl',
      keyId: 'https://governance.example.com/.well-known/jwks.json#key',
    },
  };
}

/** The certificate as the first entry of a public log with two witnesses. */
export async function loggedCertificate(certificate: IssuedCertificate): Promise<IssuedCertificate> {
  const { id, signed, createdAt } = certificate;
  const log = new TestCertificateLog('https://governance.example.com');
  return { ...certificate, ...(await log.issue(id, signed.credential, createdAt)) };
}

export function readyCertificate(id = '3f0e6a52-8c1d-4b7e-9a44-5d2b7c90e1f6'): IssuedCertificate {
  return certificate(id, {
    overallScore: 91,
    tier: 'Ready',
    launchAllowed: true,
    launchReason:
      'Launch allowed: all 12 launch gates are met, the overall score is 91 (floor 60) and no domain is below 40.',
    domainScores: domains([96, 90, 93, 86, 100, 83, 90, 93]),
  });
}

export function refusedCertificate(id = '8a0c5f7e-1b44-4d0a-8f57-0c5e9b1d2a73'): IssuedCertificate {
  const outcome = {
    overallScore: 71,
    tier: 'Progressing' as Tier,
    launchAllowed: false,
    launchReason: "Launch refused: launch gate not met: Get the client's written authorisation.",
    domainScores: domains([83, 76, 66, 73, 36, 80, 70, 63]),
  };
  return certificate(id, outcome, 'client-on-behalf');
}

/** Every answer is 0: every gate, every domain and the overall score are reasons. */
export function worstCertificate(id = 'd3b07384-d9a0-4c8b-a8ad-4b8f1f6d9c11'): IssuedCertificate {
  const reasons = [
    ...gateTitles.map((title) => `launch gate not met: ${title}`),
    ...domainTitles.map((title) => `${title} is at 0, below 40`),
    'the overall score 0 is below 60',
  ];
  return certificate(id, {
    overallScore: 0,
    tier: 'Critical',
    launchAllowed: false,
    launchReason: `Launch refused: ${reasons.join('; ')}.`,
    domainScores: domains([]),
  });
}
