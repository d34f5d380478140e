import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { CredentialChanges } from './credential-changes';
import { CredentialPolicyController } from './credential-policy.controller';
import { CredentialPolicyService } from './credential-policy.service';
import { M2mCredentialsController } from './m2m-credentials.controller';
import { M2mCredentialsService } from './m2m-credentials.service';

@Module({
  controllers: [CredentialPolicyController, M2mCredentialsController],
  providers: [CredentialChanges, CredentialPolicyService, ListPages, M2mCredentialsService],
})
export class M2mCredentialsModule {}
