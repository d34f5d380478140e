import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { CredentialPolicyResponse, SetCredentialPolicyRequest } from './credential-policy.dto';
import { DescribeGetCredentialPolicy, DescribeSetCredentialPolicy } from './credential-policy.openapi';
import { CredentialPolicyService } from './credential-policy.service';

/** ADR 66: whether the caller's organization allows secrets. */
@Controller('iam/credential-policy')
export class CredentialPolicyController {
  constructor(private readonly policy: CredentialPolicyService) {}

  @Get()
  @RequirePermission('m2m:credentials:read')
  @SerializeAs(CredentialPolicyResponse)
  @DescribeGetCredentialPolicy
  async get(@CurrentOrgCaller() caller: OrgCaller): Promise<CredentialPolicyResponse> {
    return new CredentialPolicyResponse(await this.policy.secrets(caller));
  }

  @Put()
  @RequirePermission('m2m:trust-rules:write')
  @StepUp('credential-policy:update')
  @SerializeAs(CredentialPolicyResponse)
  @DescribeSetCredentialPolicy
  async set(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() { client_secrets: secrets }: SetCredentialPolicyRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<CredentialPolicyResponse> {
    return new CredentialPolicyResponse(await this.policy.setSecrets(caller, secrets, write));
  }
}
