import { Delete, Get, HttpCode, Put } from '@nestjs/common';
import { z } from 'zod';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';
import { type Membership, MembershipsStore } from './memberships.store';

const whole = z.strictObject({ role: fields.role });

@ManagementRoutes('organizations/:orgId/memberships')
export class MembershipsController {
  constructor(private readonly memberships: MembershipsStore) {}

  @Get()
  async list(@PathInput('orgId', fields.id) orgId: string): Promise<{ memberships: Membership[] }> {
    return { memberships: await this.memberships.list(orgId) };
  }

  @Put(':userId')
  async put(
    @PathInput('orgId', fields.id) orgId: string,
    @PathInput('userId', fields.id) userId: string,
    @Input(whole) { role }: z.output<typeof whole>,
  ): Promise<Membership> {
    return found(await this.memberships.put(orgId, userId, role));
  }

  @Delete(':userId')
  @HttpCode(204)
  async remove(
    @PathInput('orgId', fields.id) orgId: string,
    @PathInput('userId', fields.id) userId: string,
  ): Promise<void> {
    await this.memberships.remove(orgId, userId);
  }
}
