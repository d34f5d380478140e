import { type OpenAPIObject, type OperationObject } from '@nestjs/swagger';
import { type DocsSignIn } from './open-api-description';

/** Documents OpenID Connect as a way for users to get the access tokens that operations need. */
export function addSignIn(
  document: OpenAPIObject,
  operations: readonly OperationObject[],
  { issuer }: DocsSignIn,
): void {
  const components = (document.components ??= {});
  components.securitySchemes = {
    ...components.securitySchemes,
    signIn: {
      type: 'openIdConnect',
      openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      description: 'A user signs in at the issuer: authorization code with PKCE, and a public client.',
    },
  };
  for (const { security = [] } of operations) {
    if (security.some((scheme) => 'accessToken' in scheme)) security.push({ signIn: [] });
  }
}
