import { permissionOffers } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PermissionListResponse } from './permission.dto';

const offers = permissionOffers(
  new Set(['self:organization:read', 'm2m:credentials:read', 'm2m:credentials:write']),
);

export function DescribeListPermissions(): MethodDecorator {
  return applyDecorators(
    ApiTags('service-identities'),
    ApiOperation({
      operationId: 'listPermissions',
      summary: 'List the permissions, and which of them the caller can grant',
      description: 'The names for the `permissions` of a new credential, each with a text for people.',
    }),
    ApiOkResponse({
      description: 'The permissions of this surface.',
      type: PermissionListResponse,
      examples: {
        some: { summary: 'For a caller who manages credentials', value: { permissions: offers } },
      },
    }),
  );
}
