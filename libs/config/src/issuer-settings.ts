import { type IssuerEntry, issuersFile } from './issuers-file';
import { claimsNamespace, httpUrl, issuerUrl } from './url-fields';

/** Which tokens a program accepts: those of one issuer, or those of every issuer in a file. */
export const issuerSettings = {
  OIDC_ISSUERS_FILE: issuersFile()
    .optional()
    .describe(
      'the issuers whose access tokens are accepted, if there are several (docs/identity-providers.md); by default OIDC_ISSUER alone',
    ),
  OIDC_JWKS_URI: httpUrl().optional().describe('the key set URL of OIDC_ISSUER; by default from discovery'),
  TOKEN_AUDIENCE: issuerUrl()
    .optional()
    .describe('the audience of access tokens; by default PLATFORM_BASE_URL'),
  CLAIMS_NAMESPACE: claimsNamespace().meta({
    description: 'the prefix of our claims in access tokens',
    example: 'https://governance.example.org/claims/',
  }),
};

/** The settings that `refuseUnusableIssuers` compares, those that are valid by themselves. */
export interface GivenIssuers {
  readonly ENVIRONMENT?: string;
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_JWKS_URI?: string | undefined;
  readonly OIDC_ISSUERS_FILE?: readonly IssuerEntry[] | undefined;
}

/** One text for each combination that would verify tokens in another way than the operator expects. */
export function refuseUnusableIssuers(given: GivenIssuers): readonly string[] {
  const { OIDC_ISSUERS_FILE: issuers, OIDC_ISSUER: managed } = given;
  if (issuers === undefined) return [];
  return [
    ...(given.OIDC_JWKS_URI === undefined
      ? []
      : ['OIDC_JWKS_URI is not read beside OIDC_ISSUERS_FILE: name jwksUri in the file']),
    ...(managed === undefined || issuers.some(({ issuer }) => issuer === managed)
      ? []
      : ['OIDC_ISSUER is not an issuer of OIDC_ISSUERS_FILE']),
    ...(given.ENVIRONMENT === 'production' ? refuseWithoutTls(issuers) : []),
  ];
}

function refuseWithoutTls(issuers: readonly IssuerEntry[]): readonly string[] {
  return issuers.flatMap((entry, index) =>
    (['issuer', 'jwksUri'] as const)
      .filter((name) => entry[name]?.startsWith('http:'))
      .map((name) => `OIDC_ISSUERS_FILE issuers[${index}].${name}: must be an https URL in production`),
  );
}

/** The managed provider issues the tokens of machines: a file that refuses them would refuse every credential. */
export function refuseManagedWithoutMachines({
  OIDC_ISSUERS_FILE: issuers = [],
  OIDC_ISSUER: managed,
}: GivenIssuers): readonly string[] {
  const entry = issuers.find(({ issuer }) => issuer === managed);
  return entry === undefined || entry.issues.includes('machines')
    ? []
    : ['OIDC_ISSUER must be an issuer of machines in OIDC_ISSUERS_FILE: the provider is managed for them'];
}
