import { ListPages } from '@governance/http';
import { AuditTrail, MemberDirectory, TokenCutOffs } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { type FactoryProvider, Module } from '@nestjs/common';
import { MemberAccess } from './member-access';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';

type Parts = [MemberDirectory, TokenCutOffs, AuditTrail, Clock];

const memberAccess: FactoryProvider<MemberAccess> = {
  provide: MemberAccess,
  useFactory: (...[directory, cutOffs, audit, clock]: Parts) =>
    new MemberAccess({ directory, cutOffs, audit, clock }),
  inject: [MemberDirectory, TokenCutOffs, AuditTrail, Clock],
};

@Module({ controllers: [MembersController], providers: [ListPages, MembersService, memberAccess] })
export class MembersModule {}
