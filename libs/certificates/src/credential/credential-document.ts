import {
  type CertifiableResult,
  type StatusEntry,
  type SurveyResult,
  verificationUrl,
} from '@governance/assessments';
import { publishedRubrics, type RubricReference, tiers } from '@governance/rubric';
import { issuerAddresses } from './issuer-addresses';
import { issuerProfile } from './issuer-profile';

/** The public addresses of the surfaces. */
export interface SurfaceAddresses {
  readonly publicBaseUrl: string;
  readonly platformBaseUrl: string;
}

/** The certified facts, which the printed page and the record show too. */
export type CertifiedFacts = Pick<SurveyResult, 'mode' | 'rubric'> &
  Pick<SurveyResult['outcome'], 'overallScore' | 'tier' | 'launchAllowed'>;

const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
];

/**
 * The public credential of a result: an Open Badge 3.0, which is a Verifiable Credential 2.0, as a JWT payload. Its subject
 * is the result, not a person; a domain that the holder has proven names an organization. Like the public record, it omits answers, domains and the reason of the verdict, which would be a
 * map of weaknesses.
 */
export function credentialDocument(
  result: CertifiableResult,
  status: StatusEntry,
  { publicBaseUrl, platformBaseUrl }: SurfaceAddresses,
): Readonly<Record<string, unknown>> {
  const { id: resultId, mode, rubric } = result;
  const { overallScore, tier, launchAllowed } = result.outcome;
  const facts: CertifiedFacts = { mode, overallScore, tier, launchAllowed, rubric };
  const issuer = issuerProfile(publicBaseUrl);
  const addresses = issuerAddresses(publicBaseUrl);
  const id = verificationUrl(platformBaseUrl, resultId);
  const subject = `urn:uuid:${resultId}`;
  const seconds = Math.floor(result.createdAt.getTime() / 1000);
  return {
    '@context': [...contexts, ownTerms(issuer.id, result.domain !== undefined)],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'AI governance self-assessment',
    issuer,
    // Open Badges: equals `nbf`, which is in whole seconds.
    validFrom: new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      achievement: achievementOf(rubric, addresses.rubric(rubric.version)),
      result: resultsOf(facts, addresses.rubric(rubric.version)),
      selfAssessment: facts,
      ...(result.domain && {
        controlledDomain: { name: result.domain.name, provenAt: result.domain.provenAt.toISOString() },
      }),
    },
    credentialStatus: statusOf(status, addresses.statusList(status.list)),
    relatedResource: [
      {
        id: addresses.rubric(rubric.version),
        digestSRI: `sha256-${Buffer.from(rubric.sha256, 'hex').toString('base64')}`,
        mediaType: 'application/json',
      },
    ],
    iss: issuer.id,
    jti: id,
    sub: subject,
    nbf: seconds,
  };
}

/** The terms that neither context defines. As JSON literals they need no further terms. */
function ownTerms(issuerId: string, hasDomain: boolean): object {
  const literal = (name: string): object => ({ '@id': `${issuerId}#${name}`, '@type': '@json' });
  return {
    selfAssessment: literal('selfAssessment'),
    ...(hasDomain && { controlledDomain: literal('controlledDomain') }),
  };
}

/** spec 1.1: the rubric is public, so the criteria are too. */
function achievementOf(rubric: RubricReference, url: string): object {
  const statement = publishedRubrics.find(rubric.version)?.statement ?? '';
  return {
    id: url,
    type: ['Achievement'],
    achievementType: 'Assessment',
    name: 'AI governance self-assessment',
    description: statement,
    version: rubric.version,
    criteria: { id: url, narrative: statement },
    resultDescription: [
      {
        id: `${url}#overallScore`,
        type: ['ResultDescription'],
        name: 'Overall score',
        resultType: 'RawScore',
        valueMin: '0',
        valueMax: '100',
      },
      {
        id: `${url}#tier`,
        type: ['ResultDescription'],
        name: 'Tier',
        resultType: 'PerformanceLevel',
        allowedValue: tiers,
      },
      {
        id: `${url}#launchVerdict`,
        type: ['ResultDescription'],
        name: 'Launch verdict',
        resultType: 'PerformanceLevel',
        allowedValue: ['refused', 'allowed'],
      },
    ],
  };
}

function resultsOf({ overallScore, tier, launchAllowed }: CertifiedFacts, url: string): object[] {
  const values = {
    overallScore: String(overallScore),
    tier,
    launchVerdict: launchAllowed ? 'allowed' : 'refused',
  };
  return Object.entries(values).map(([name, value]) => ({
    type: ['Result'],
    resultDescription: `${url}#${name}`,
    value,
  }));
}

function statusOf({ index }: StatusEntry, list: string): object {
  return {
    id: `${list}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential: list,
  };
}
