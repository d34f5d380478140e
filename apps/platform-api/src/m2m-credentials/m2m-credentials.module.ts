import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { CredentialChanges } from './credential-changes';
import { M2mCredentialsController } from './m2m-credentials.controller';
import { M2mCredentialsService } from './m2m-credentials.service';

@Module({
  controllers: [M2mCredentialsController],
  providers: [CredentialChanges, ListPages, M2mCredentialsService],
})
export class M2mCredentialsModule {}
