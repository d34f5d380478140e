import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { InvitationRules } from './invitation-rules';
import { OrgInvitationsController } from './org-invitations.controller';
import { OrgInvitationsService } from './org-invitations.service';

@Module({
  controllers: [OrgInvitationsController],
  providers: [InvitationRules, ListPages, OrgInvitationsService],
})
export class OrgInvitationsModule {}
