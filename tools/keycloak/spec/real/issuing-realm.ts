import { randomUUID } from 'node:crypto';
import { addStranger } from './life/stranger';
import { tokenOfMachine } from './life/machine-token';
import { createTestRealm } from './test-realm';

/** A realm with a machine whose tokens are for one audience. */
export interface IssuingRealm extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

export async function addIssuedMachine(
  audience: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<IssuingRealm> {
  const realm = await createTestRealm();
  const clientId = `backup-${randomUUID()}`;
  const config = { 'included.custom.audience': audience, 'access.token.claim': 'true' };
  const mapper = {
    name: 'audience',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config,
  };
  const secret = await addStranger(realm, clientId, {
    // Otherwise the audience is also that of the roles of the service account.
    fullScopeAllowed: false,
    defaultClientScopes: ['basic'],
    protocolMappers: [mapper],
    attributes,
  });
  return { issuer: realm.issuer, clientId, secret, [Symbol.asyncDispose]: () => realm.remove() };
}

/** A token that the realm has just signed. */
export function issuedToken({ issuer, clientId, secret }: IssuingRealm): Promise<string> {
  return tokenOfMachine(issuer, { clientId, secret });
}
