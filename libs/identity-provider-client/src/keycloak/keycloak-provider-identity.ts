import { ProviderIdentity } from '@governance/iam';
import * as z from 'zod';
import { readAnswer, send } from '../http/provider-request';
import { type KeycloakSettings } from './keycloak-settings';

const discovery = z.object({ issuer: z.string().min(1).max(2_000) });

/** The discovery document of the managed realm names its issuer. */
export class KeycloakProviderIdentity extends ProviderIdentity {
  constructor(private readonly settings: KeycloakSettings) {
    super();
  }

  override async issuer(): Promise<string> {
    const { serverUrl, realm, timeoutMs } = this.settings;
    const path = `/realms/${realm}/.well-known/openid-configuration`;
    const request = { method: 'GET', url: serverUrl + path, path, timeoutMs, headers: {} } as const;
    const reasons = { 404: 'the server has no such realm' };
    const answer = readAnswer(request, await send(request), { expected: { 200: discovery }, reasons });
    return answer.issuer;
  }
}
