import { type Connection, ConnectionDirectory } from '@governance/iam';
import { z } from 'zod';
import { notFound } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

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

/** Reads the connections of organizations from the embedded provider. */
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
