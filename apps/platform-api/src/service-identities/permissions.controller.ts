import { CurrentOrgCaller, type OrgCaller, RequirePermission } from '@governance/auth-guards';
import { SerializeAs } from '@governance/http';
import { permissionOffers } from '@governance/iam';
import { Controller, Get } from '@nestjs/common';
import { PermissionListResponse } from './permission.dto';
import { DescribeListPermissions } from './service-identity.openapi';

/** decisions 3: what the caller may grant to a new service identity. */
@Controller('iam/permissions')
export class PermissionsController {
  @Get()
  @RequirePermission('m2m:credentials:read')
  @SerializeAs(PermissionListResponse)
  @DescribeListPermissions
  list(@CurrentOrgCaller() { permissions }: OrgCaller): PermissionListResponse {
    return { permissions: permissionOffers(permissions) };
  }
}
