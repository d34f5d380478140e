import { type ClientWrite, type OrgClient } from '@governance/assessments';
import { randomUUID } from 'node:crypto';
import { contextOf } from './credential-fixtures';
import { noon } from './fixtures';

export function clientOf(overrides: Partial<OrgClient> = {}): OrgClient {
  return {
    id: randomUUID(),
    name: 'Globex Ltd',
    declaredName: undefined,
    contactName: 'Eva Muster',
    contactEmail: 'eva@globex.example',
    reference: undefined,
    domain: undefined,
    tags: [],
    ownerId: undefined,
    memberIds: [],
    isArchived: false,
    createdAt: noon,
    updatedAt: noon,
    ...overrides,
  };
}

export function writingClient(
  operation: 'create' | 'update' | 'delete' | 'import',
  orgId = 'acme',
  now = noon,
): ClientWrite {
  return { now, audit: contextOf(`org-clients:${operation}`, { orgId }) };
}
