import { type Organization, OrganizationDirectory } from '@governance/iam';
import * as z from 'zod';
import { organizationResponse } from '../contract';
import { notFound } from './client-answers';
import { type EmbeddedSettings } from './embedded-settings';
import { ManagementApi } from './management-api';
import { organizationPath } from './organization-path';

const organization = organizationResponse.pick({ id: true, name: true });

export class EmbeddedOrganizationDirectory extends OrganizationDirectory {
  private readonly api: ManagementApi;

  constructor(settings: EmbeddedSettings) {
    super();
    this.api = new ManagementApi(settings);
  }

  override async find(orgId: string): Promise<Organization | undefined> {
    const path = organizationPath(orgId);
    if (path === undefined) return undefined;
    const found = organization.extend({ id: z.literal(orgId) });
    return this.api.call<Organization | undefined>({ method: 'GET', path }, { 200: found, 404: notFound });
  }

  override async create({ id, name }: Organization): Promise<void> {
    const path = organizationPath(id);
    if (path === undefined) throw new TypeError('the provider cannot have an organization with this id');
    const created = organization.extend({ id: z.literal(id), name: z.literal(name) });
    await this.api.call({ method: 'PUT', path, body: { name } }, { 200: created });
  }
}
