import { type StatusEntry, type SurveyResult, verificationUrl } from '@governance/assessments';
import { publishedRubrics, type RubricReference, tiers } from '@governance/rubric';
import { issuerAddresses } from './issuer-addresses';
import { issuerProfile } from './issuer-profile';

/** Where the surfaces are, as the outside sees them. */
export interface SurfaceAddresses {
  readonly publicBaseUrl: string;
  readonly platformBaseUrl: string;
}

/** What is certified, in the terms of this service: what the printed page and the record say too. */
export type CertifiedFacts = Pick<SurveyResult, 'mode' | 'rubric'> &
  Pick<SurveyResult['outcome'], 'overallScore' | 'tier' | 'launchAllowed'>;

const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
];

/**
 * The public credential of a result: an Open Badge 3.0, which is a Verifiable Credential 2.0, as the payload of a JWT. Its
 * subject is the result, no person. It says no more than the public record: neither answers, domains nor the reason of
 * the verdict, which would be a map of weaknesses.
 */
export function credentialDocument(
  result: SurveyResult,
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
    '@context': [...contexts, ownTerms(issuer.id)],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'AI governance self-assessment',
    issuer,
    // Open Badges: equal to `nbf`, which counts whole seconds.
    validFrom: new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      achievement: achievementOf(rubric, addresses.rubric(rubric.version)),
      result: resultsOf(facts, addresses.rubric(rubric.version)),
      selfAssessment: facts,
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

/** The one term that neither context has; as a JSON literal it needs no further ones. */
function ownTerms(issuerId: string): object {
  return { selfAssessment: { '@id': `${issuerId}#selfAssessment`, '@type': '@json' } };
}

/** spec 1.1: the rubric is public, so the criteria are. */
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
