import { ProviderIdentity } from '@governance/iam';
import { z } from 'zod';
import { notFound } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';

const provider = z.object({ issuer: z.string().min(1).max(2_000) });

/** The embedded provider says its issuer itself. */
export class EmbeddedProviderIdentity extends ProviderIdentity {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async issuer(): Promise<string | undefined> {
    const answer = await this.api.call<z.output<typeof provider> | undefined>(
      { method: 'GET', path: '/provider' },
      { 200: provider, 404: notFound },
    );
    return answer?.issuer;
  }
}
