import { type Certifiable } from '../submission-mac';

interface Payload {
  readonly validFrom?: string;
  readonly credentialSubject?: {
    readonly id?: string;
    readonly selfAssessment?: {
      readonly mode?: string;
      readonly overallScore?: number;
      readonly tier?: string;
      readonly launchAllowed?: boolean;
      readonly rubric?: { readonly sha256?: string };
    };
  };
}

/** Whether a credential, a compact JWS, says what the result says. Does not check its signature. */
export function isCredentialOf(
  credential: string,
  { id, createdAt, mode, rubric, outcome }: Certifiable,
): boolean {
  const { validFrom = '', credentialSubject: { id: subject, selfAssessment = {} } = {} } =
    payloadOf(credential);
  const pairs = [
    [subject, `urn:uuid:${id}`],
    // Credentials have whole seconds.
    [Math.floor(Date.parse(validFrom) / 1_000), Math.floor(createdAt.getTime() / 1_000)],
    [selfAssessment.mode, mode],
    [selfAssessment.overallScore, outcome.overallScore],
    [selfAssessment.tier, outcome.tier],
    [selfAssessment.launchAllowed, outcome.launchAllowed],
    [selfAssessment.rubric?.sha256, rubric.sha256],
  ];
  return pairs.every(([one, other]) => one === other);
}

function payloadOf(credential: string): Payload {
  try {
    return JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString('utf8')) as Payload;
  } catch {
    return {};
  }
}
