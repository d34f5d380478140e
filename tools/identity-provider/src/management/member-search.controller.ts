import { HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import * as fields from './fields';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';
import { type Membership, MembershipsStore } from './memberships.store';
import { UsersStore } from './users.store';

const byEmail = z.strictObject({ email: fields.email });

/** Members by address, which stands in a body: addresses in a path or query end up in logs. */
@ManagementRoutes('organizations/:orgId/member-search')
export class MemberSearchController {
  constructor(
    private readonly users: UsersStore,
    private readonly memberships: MembershipsStore,
  ) {}

  /** Nobody or one person: an address belongs to one. */
  @Post()
  @HttpCode(200)
  async search(
    @PathInput('orgId', fields.id) orgId: string,
    @Input(byEmail) { email }: z.output<typeof byEmail>,
  ): Promise<{ memberships: Membership[] }> {
    const user = await this.users.findByEmail(email);
    const membership = user && (await this.memberships.find(orgId, user.id));
    return { memberships: membership ? [membership] : [] };
  }
}
