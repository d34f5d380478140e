import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/http';
import { IdentityProviderModule } from '@governance/identity-provider';
import { SecondFactorWindows, StepUpPolicyStore } from '@governance/iam';
import { PersistenceModule } from '@governance/persistence';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { identityProviderOf, persistenceOf, readReconcileSettings } from './config';
import { readOrgCommand } from './organizations/org-command';
import { OrganizationPolicy } from './organizations/organization-policy';

@Module({})
class OrgModule {}

/** `npm run org -- policy ORGANIZATION`: shows when its people are asked for a second factor, or changes it. */
async function org(): Promise<void> {
  const { orgId, change } = readOrgCommand(process.argv.slice(2));
  const settings = settingsOrExit(readReconcileSettings);
  const module = {
    module: OrgModule,
    imports: [
      PersistenceModule.forRoot(persistenceOf(settings, 'governance_commands')),
      IdentityProviderModule.forRoot(identityProviderOf(settings)),
    ],
  };
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    const policy = new OrganizationPolicy(app.get(SecondFactorWindows), app.get(StepUpPolicyStore));
    await policy.change(orgId, change);
    process.stdout.write(`${await policy.inWords(orgId)}\n`);
  } finally {
    await app.close();
  }
}

runCommand(org);
