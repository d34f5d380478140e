import { CurrentCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, SerializeAs } from '@governance/http';
import { type AuditContext, type Caller } from '@governance/iam';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ProfileResponse } from './profile.dto';
import { DescribeProfile, DescribeUpdateProfile } from './profile.openapi';
import { ProfileService } from './profile.service';
import { UpdateProfileRequest } from './update-profile.dto';

/** spec 2.8: the caller's own profile. It belongs to no organization, so the token need not name one. */
@Controller('self/profile')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @RequirePermission('self:profile:read', { inOrganization: false })
  @SerializeAs(ProfileResponse)
  @DescribeProfile
  async find(@CurrentCaller() caller: Caller): Promise<ProfileResponse> {
    return new ProfileResponse(await this.profiles.find(caller));
  }

  @Patch()
  @RequirePermission('self:profile:write', { inOrganization: false })
  @StepUp('self-profile:update')
  @SerializeAs(ProfileResponse)
  @DescribeUpdateProfile
  async update(
    @CurrentCaller() caller: Caller,
    @Body() body: UpdateProfileRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<ProfileResponse> {
    return new ProfileResponse(await this.profiles.update(caller, { change: body.toInput(), write }));
  }
}
