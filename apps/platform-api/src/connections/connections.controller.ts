import { SerializeAs } from '@governance/http';
import { Authenticated, CurrentOrgCaller, type OrgCaller } from '@governance/auth-guards';
import { ConnectionDirectory } from '@governance/iam';
import { Controller, Get } from '@nestjs/common';
import { ConnectionListResponse } from './connection.dto';
import { DescribeListConnections } from './connections.openapi';

/** spec 2.11: the identity connections of the caller's organization. */
@Controller('iam/connections')
export class ConnectionsController {
  constructor(private readonly directory: ConnectionDirectory) {}

  @Get()
  @Authenticated({ inOrganization: true })
  @SerializeAs(ConnectionListResponse)
  @DescribeListConnections()
  async list(@CurrentOrgCaller() { orgId }: OrgCaller): Promise<ConnectionListResponse> {
    return { connections: await this.directory.ofOrg(orgId) };
  }
}
