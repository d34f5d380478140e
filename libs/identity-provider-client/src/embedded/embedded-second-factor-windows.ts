import { OrganizationUnknown, SecondFactorWindows } from '@governance/iam';
import type * as z from 'zod';
import { organizationResponse } from '../contract';
import { notFound } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi, type ManagementCall } from './management-api';
import { organizationPath } from './organization-path';

const organization = organizationResponse.pick({ mfaMaxAge: true });

/** The second-factor windows of organizations at the embedded provider. */
export class EmbeddedSecondFactorWindows extends SecondFactorWindows {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async ofOrg(orgId: string): Promise<number> {
    return (await this.ask(orgId, { method: 'GET' })).mfaMaxAge;
  }

  override async set(orgId: string, seconds: number): Promise<void> {
    await this.ask(orgId, { method: 'PATCH', body: { mfaMaxAge: seconds } });
  }

  private async ask(
    orgId: string,
    call: Omit<ManagementCall, 'path'>,
  ): Promise<z.output<typeof organization>> {
    const path = organizationPath(orgId);
    if (path === undefined) throw new OrganizationUnknown();
    const answer = await this.api.call<z.output<typeof organization> | undefined>(
      { ...call, path },
      { 200: organization, 404: notFound },
    );
    if (answer === undefined) throw new OrganizationUnknown();
    return answer;
  }
}
