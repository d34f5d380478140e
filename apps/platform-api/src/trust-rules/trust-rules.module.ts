import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { ProbeLimits } from '../connections/probe-limits';
import { ProviderChangesModule } from '../provider-changes/provider-changes.module';
import { TrustRuleDrafts } from './trust-rule-drafts';
import { TrustRuleEditor } from './trust-rule-editor';
import { TrustRulesController } from './trust-rules.controller';
import { TrustRulesService } from './trust-rules.service';

@Module({
  imports: [ProviderChangesModule],
  controllers: [TrustRulesController],
  providers: [ListPages, ProbeLimits, TrustRuleDrafts, TrustRuleEditor, TrustRulesService],
})
export class TrustRulesModule {}
