import { ProviderIdentity } from '@governance/iam';
import type * as z from 'zod';
import { providerResponse } from '../contract';
import { notFound } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';

/** The embedded provider says its issuer itself. */
export class EmbeddedProviderIdentity extends ProviderIdentity {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async issuer(): Promise<string | undefined> {
    const answer = await this.api.call<z.output<typeof providerResponse> | undefined>(
      { method: 'GET', path: '/provider' },
      { 200: providerResponse, 404: notFound },
    );
    return answer?.issuer;
  }
}
