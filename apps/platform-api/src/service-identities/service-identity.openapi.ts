import {
  bodyNotAnObject,
  pageRefused,
  unreadableBody,
  unknownMember,
  describeOperation,
} from '@governance/http';
import { permissionOffers, type ServiceIdentityEntry } from '@governance/iam';
import { exampleCredential } from '../m2m-credentials/credential.openapi';
import { nameRefused } from '../m2m-credentials/credential-problems';
import { PermissionListResponse } from './permission.dto';
import { RenameServiceIdentityRequest } from './rename-service-identity.dto';
import { ServiceIdentityListResponse, ServiceIdentityResponse } from './service-identity.dto';
import { identityInUse, unknownIdentity } from './service-identity-problems';

export const exampleIdentity: ServiceIdentityEntry = {
  id: exampleCredential.serviceIdentityId,
  name: 'Exports',
  permissions: exampleCredential.permissions,
  createdAt: exampleCredential.createdAt,
  endsWithLastCredential: false,
  credentials: [{ id: exampleCredential.id, name: exampleCredential.name }],
  trustRules: [],
};

export const serviceIdentityIdParameter = {
  name: 'id',
  description: 'The `id` of the service identity.',
  schema: { type: 'string', format: 'uuid', examples: [exampleIdentity.id] },
};

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

function listOf(entries: readonly ServiceIdentityEntry[], nextCursor?: string): ServiceIdentityListResponse {
  return new ServiceIdentityListResponse({ entries, nextCursor });
}

export const DescribeListServiceIdentities = describeOperation({
  tag: 'service-identities',
  operationId: 'listServiceIdentities',
  summary: 'List the service identities of the organization',
  description: 'A page of them, newest first, each with the credentials that act for it.',
  ok: {
    description: 'The service identities of the caller’s organization.',
    type: ServiceIdentityListResponse,
    examples: {
      one: { summary: 'One service identity', value: listOf([exampleIdentity]) },
      unused: {
        summary: 'One without credentials',
        value: listOf([{ ...exampleIdentity, credentials: [] }]),
      },
      none: { summary: 'No service identity', value: listOf([]) },
      page: { summary: 'A page that is not the last', value: listOf([exampleIdentity], exampleCursor) },
    },
  },
  problems: [pageRefused],
});

export const DescribeRenameServiceIdentity = describeOperation({
  tag: 'service-identities',
  operationId: 'renameServiceIdentity',
  summary: 'Rename a service identity',
  description:
    'Its credentials keep their names. From then on it stays without credentials too, until you delete it.',
  parameter: serviceIdentityIdParameter,
  body: {
    type: RenameServiceIdentityRequest,
    examples: { renamed: { summary: 'A new name', value: { name: exampleIdentity.name } } },
  },
  ok: {
    description: 'The service identity with its new name.',
    type: ServiceIdentityResponse,
    examples: { renamed: { summary: 'Renamed', value: new ServiceIdentityResponse(exampleIdentity) } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    nameRefused,
    unknownMember('permissions', 'Only the name can be changed: create another one for other permissions'),
    unknownIdentity,
  ],
});

export const DescribeDeleteServiceIdentity = describeOperation({
  tag: 'service-identities',
  operationId: 'deleteServiceIdentity',
  summary: 'Delete an unused service identity',
  description:
    'Permanent. A service identity that was never renamed needs no deletion: it ends with its last credential. A second deletion returns 404.',
  parameter: serviceIdentityIdParameter,
  noContent: { description: 'The service identity is deleted.' },
  problems: [...unreadableBody, unknownIdentity, identityInUse],
});

const offers = permissionOffers(
  new Set(['self:organization:read', 'm2m:credentials:read', 'm2m:credentials:write']),
);

export const DescribeListPermissions = describeOperation({
  tag: 'service-identities',
  operationId: 'listPermissions',
  summary: 'List the permissions, and which of them the caller can grant',
  description: 'The names for the `permissions` of a new credential, each with a text for people.',
  ok: {
    description: 'The permissions of this surface.',
    type: PermissionListResponse,
    examples: {
      some: { summary: 'For a caller who manages credentials', value: { permissions: offers } },
    },
  },
});
