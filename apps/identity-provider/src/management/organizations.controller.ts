import { Get, Patch, Put } from '@nestjs/common';
import { z } from 'zod';
import { found } from './found';
import * as fields from './fields';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';
import { type Organization, OrganizationsStore } from './organizations.store';

const whole = z.strictObject({ name: fields.label, mfaMaxAge: fields.mfaMaxAge.default(0) });
const change = z.strictObject({ name: fields.label.optional(), mfaMaxAge: fields.mfaMaxAge.optional() });

@ManagementRoutes('organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsStore) {}

  @Get()
  async list(): Promise<{ organizations: Organization[] }> {
    return { organizations: await this.organizations.list() };
  }

  @Get(':orgId')
  async get(@PathInput('orgId', fields.id) orgId: string): Promise<Organization> {
    return found(await this.organizations.find(orgId));
  }

  @Put(':orgId')
  async put(
    @PathInput('orgId', fields.id) orgId: string,
    @Input(whole) input: z.output<typeof whole>,
  ): Promise<Organization> {
    return found(await this.organizations.put(orgId, input));
  }

  @Patch(':orgId')
  async change(
    @PathInput('orgId', fields.id) orgId: string,
    @Input(change) input: z.output<typeof change>,
  ): Promise<Organization> {
    return found(await this.organizations.change(orgId, input));
  }
}
