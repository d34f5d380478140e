import {
  type Connection,
  ConnectionDirectory,
  OrganizationUnknown,
  SecondFactorWindows,
} from '@governance/iam';
import { z } from 'zod';
import { notFound } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi, type ManagementCall } from './management-api';
import { organizationPath } from './organization-path';

const organization = z.object({ mfaMaxAge: z.int().min(0) });

const connections = z.object({
  connections: z.array(
    z.object({
      id: z.string().min(1).max(128),
      name: z.string().max(200),
      type: z.string().min(1).max(64),
      enabled: z.boolean(),
    }),
  ),
});

/** How long a second factor stays fresh, as the embedded provider keeps it. */
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

/** The connections of organizations, as the embedded provider keeps them. */
export class EmbeddedConnectionDirectory extends ConnectionDirectory {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async ofOrg(orgId: string): Promise<readonly Connection[]> {
    const path = organizationPath(orgId);
    if (path === undefined) return [];
    const answer = await this.api.call<z.output<typeof connections> | undefined>(
      { method: 'GET', path: `${path}/connections` },
      { 200: connections, 404: notFound },
    );
    return answer?.connections.toSorted((one, other) => (one.name < other.name ? -1 : 1)) ?? [];
  }
}
