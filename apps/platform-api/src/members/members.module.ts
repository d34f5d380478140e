import { ListPages } from '@governance/http';
import { MemberDirectory, TokenCutOffs } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { type FactoryProvider, Module } from '@nestjs/common';
import { ProviderChangesModule } from '../provider-changes/provider-changes.module';
import { MemberAccess } from './member-access';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';

const memberAccess: FactoryProvider<MemberAccess> = {
  provide: MemberAccess,
  useFactory: (directory: MemberDirectory, cutOffs: TokenCutOffs, clock: Clock) =>
    new MemberAccess({ directory, cutOffs, clock }),
  inject: [MemberDirectory, TokenCutOffs, Clock],
};

@Module({
  imports: [ProviderChangesModule],
  controllers: [MembersController],
  providers: [ListPages, MembersService, memberAccess],
})
export class MembersModule {}
