import { type Permission, permissions } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Permission', description: 'A permission of this surface. New members may be added.' })
export class PermissionResponse {
  @ApiProperty({ enum: permissions, description: 'New values may be added.' })
  readonly permission!: Permission;

  @ApiProperty({ description: 'What it allows, for display.' })
  readonly description!: string;

  @ApiProperty({
    description:
      'Whether the caller can name it in the `permissions` of a new credential. The caller must hold it, and `m2m:credentials:write`. Service identities hold no permissions for profiles, and none to change trust rules.',
  })
  readonly grantable!: boolean;
}

@ApiSchema({ name: 'PermissionList' })
export class PermissionListResponse {
  @ApiProperty({ type: [PermissionResponse], description: 'Every permission, in a fixed order.' })
  readonly permissions!: readonly PermissionResponse[];
}
