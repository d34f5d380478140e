import { Delete, Get, HttpCode, Put } from '@nestjs/common';
import { z } from 'zod';
import { type Application, ApplicationsStore } from '../applications/applications.store';
import { peopleScopes } from '../oauth/people-scopes';
import * as fields from './fields';
import { found } from './found';
import { Input, PathInput } from './input.decorator';
import { ManagementRoutes } from './management-routes.decorator';

const whole = z.strictObject({
  name: fields.label,
  redirectUris: z.array(fields.redirectUri).min(1).max(20),
  scope: z
    .array(z.enum(peopleScopes))
    .min(1)
    .default([...peopleScopes]),
});

/** Applications of others. The ids of ours, and of machines, are not theirs to take. */
@ManagementRoutes('applications')
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsStore) {}

  @Get()
  async list(): Promise<{ applications: Application[] }> {
    return { applications: await this.applications.list() };
  }

  @Get(':applicationId')
  async get(@PathInput('applicationId', fields.applicationId) id: string): Promise<Application> {
    return found(await this.applications.find(id));
  }

  @Put(':applicationId')
  async put(
    @PathInput('applicationId', fields.applicationId) id: string,
    @Input(whole) input: z.output<typeof whole>,
  ): Promise<Application> {
    return found(await this.applications.put({ id, ...input }));
  }

  @Delete(':applicationId')
  @HttpCode(204)
  async remove(@PathInput('applicationId', fields.applicationId) id: string): Promise<void> {
    await this.applications.remove(id);
  }
}
