import { type PlatformClient, type PlatformTypes } from '@governance/client';
import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { identityChoices, type IdentityChoices } from '../service-identities/identity-choices';
import { checkRotationForm, creationOf, rotationOf } from './credential-form';
import { type Credential, type CredentialDetails, detailsOf } from './credential-view';

const writes: Permission = 'm2m:credentials:write';
const writesPolicy: Permission = 'm2m:trust-rules:write';

export type SecretRule = PlatformTypes['schemas']['CredentialPolicy']['client_secrets'];

/** The credentials of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleCredentials {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

  async details(
    session: ConsoleSession,
    id: string,
  ): Promise<{ credential: CredentialDetails; mayWrite: boolean }> {
    const client = this.api.clientOf(session);
    const [permissions, credential] = await Promise.all([
      this.permissions.of(session),
      credentialOf(client, id),
    ]);
    return { credential: detailsOf(credential, this.clock.now()), mayWrite: permissions.has(writes) };
  }

  /** Whether the organization allows new secrets. */
  async secretRule(session: ConsoleSession): Promise<SecretRule> {
    return (await this.api.clientOf(session).get('/iam/credential-policy')).client_secrets;
  }

  /** @throws Problem if the person may not change it. */
  async secretRuleToChange(session: ConsoleSession): Promise<SecretRule> {
    await this.permissions.require(session, writesPolicy);
    return this.secretRule(session);
  }

  async setSecretRule(session: ConsoleSession, form: URLSearchParams): Promise<void> {
    const body = { client_secrets: (form.get('client_secrets') ?? '') as SecretRule };
    await this.api.clientOf(session).put('/iam/credential-policy', { body });
  }

  /** @throws Problem if the person may not create credentials. */
  async choices(session: ConsoleSession): Promise<IdentityChoices> {
    await this.permissions.require(session, writes);
    return identityChoices(this.api.clientOf(session));
  }

  /** A form that is sent twice creates one credential. */
  create(
    session: ConsoleSession,
    form: URLSearchParams,
  ): Promise<PlatformTypes['schemas']['IssuedCredential']> {
    const idempotencyKey = form.get('key') ?? '';
    return this.api.clientOf(session).post('/iam/m2m-credentials', {
      body: creationOf(form),
      ...(idempotencyKey !== '' && { idempotencyKey }),
    });
  }

  async rotate(
    session: ConsoleSession,
    id: string,
    form: URLSearchParams,
  ): Promise<PlatformTypes['schemas']['IssuedCredential']> {
    const client = this.api.clientOf(session);
    const credential = await credentialOf(client, id);
    checkRotationForm(form, credential);
    const body = rotationOf(form, credential.credential_type === 'public_key');
    return client.post('/iam/m2m-credentials/{credentialId}/rotate-secret', {
      path: { credentialId: id },
      body,
    });
  }

  async rename(session: ConsoleSession, id: string, form: URLSearchParams): Promise<void> {
    await this.api.clientOf(session).patch('/iam/m2m-credentials/{credentialId}', {
      path: { credentialId: id },
      body: { name: form.get('name') ?? '', description: form.get('description') ?? '' },
    });
  }

  async endPrevious(session: ConsoleSession, id: string): Promise<void> {
    const path = { credentialId: id };
    await this.api.clientOf(session).delete('/iam/m2m-credentials/{credentialId}/previous-secret', { path });
  }

  async revoke(session: ConsoleSession, id: string): Promise<void> {
    await this.api
      .clientOf(session)
      .delete('/iam/m2m-credentials/{credentialId}', { path: { credentialId: id } });
  }
}

function credentialOf(client: PlatformClient, id: string): Promise<Credential> {
  return client.get('/iam/m2m-credentials/{credentialId}', { path: { credentialId: id } });
}
