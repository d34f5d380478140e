import { HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import * as fields from './fields';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';
import { type Membership, MembershipsStore } from './memberships.store';

const byEmail = z.strictObject({ email: fields.email, connectionId: fields.id.optional() });

/** Members by address, which stands in a body: addresses in a path or query end up in logs. */
@ManagementRoutes('organizations/:orgId/member-search')
export class MemberSearchController {
  constructor(private readonly memberships: MembershipsStore) {}

  /** One for each way in which a person with the address is a member; with a connection, by that way alone. */
  @Post()
  @HttpCode(200)
  async search(
    @PathInput('orgId', fields.id) orgId: string,
    @Input(byEmail) { email, connectionId }: z.output<typeof byEmail>,
  ): Promise<{ memberships: Membership[] }> {
    return { memberships: await this.memberships.findByEmail(orgId, email, connectionId) };
  }
}
