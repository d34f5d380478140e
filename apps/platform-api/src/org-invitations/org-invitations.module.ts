import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { OrgInvitationsController } from './org-invitations.controller';
import { OrgInvitationsService } from './org-invitations.service';

@Module({ controllers: [OrgInvitationsController], providers: [ListPages, OrgInvitationsService] })
export class OrgInvitationsModule {}
