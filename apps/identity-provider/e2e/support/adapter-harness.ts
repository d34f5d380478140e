import { issuerProfileOf } from '@governance/iam';
import { type ClientProof, type IdentityProviderHarness, startLossyProxy } from '@governance/iam/spec';
import { EmbeddedIdentityProvider } from '@governance/identity-provider-client';
import { Clock } from '@governance/kernel';
import { type Type } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { createPrivateKey } from 'node:crypto';
import { assertionForm, assertionOf } from './assertions';
import { type IdentityApp, startIdentityApp } from './identity-app';
import { managementToken } from './identity-server';
import { addOrganization } from './machines';

const orgIds = ['org_acme', 'org_globex'] as const;

/** The platform's adapter, connected through a lossy proxy to the provider with its database. */
export async function embeddedHarness(): Promise<IdentityProviderHarness> {
  const identity = await startIdentityApp();
  const proxy = await startLossyProxy(identity.issuer);
  for (const orgId of orgIds) await addOrganization(identity.manage, orgId);
  return {
    provider: new EmbeddedIdentityProvider({ managementUrl: `${proxy.origin}/management`, managementToken }),
    profile: issuerProfileOf({
      issuer: identity.issuer,
      claimsNamespace: 'https://platform.example.org/claims/',
    }),
    orgIds,
    manyClients: 101,
    loseOne: (loss, callsBefore) => {
      proxy.wire.loseOne(loss, callsBefore);
    },
    repair: () => proxy.wire.repair(),
    setTime: (now) => {
      jest.restoreAllMocks();
      if (now) jest.spyOn(identity.get(Clock as Type<Clock>), 'now').mockReturnValue(now);
    },
    requestToken: (proof) => claimsOf(identity, proof),
    close: async () => {
      await proxy.close();
      await identity.close();
    },
  };
}

async function claimsOf(
  identity: IdentityApp,
  proof: ClientProof,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { status, body } = await identity.token(await formOf(identity, proof));
  if (status === 200) return decodeJwt(String(body.access_token));
  // 400 is for an unknown client without an id.
  if (status === 401 || status === 400) return undefined;
  throw new Error(`the provider answered ${status}`);
}

async function formOf({ issuer }: IdentityApp, proof: ClientProof): Promise<Record<string, string>> {
  const { clientId } = proof;
  if ('secret' in proof) return { client_id: clientId, client_secret: proof.secret };
  const machine = { clientId, privateKey: createPrivateKey(proof.privatePem) };
  return assertionForm(
    await assertionOf(machine, issuer, {
      alg: proof.algorithm,
      header: proof.kid === undefined ? {} : { kid: proof.kid },
    }),
  );
}
