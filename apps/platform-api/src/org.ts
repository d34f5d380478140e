import { SecondFactorCheck } from '@governance/auth-guards';
import { settingsOrExit } from '@governance/config';
import { type OperatorCall, SystemClock, withModule } from '@governance/runtime';
import { identityProviderParts, IdentityProviderModule } from '@governance/identity-provider-client';
import { ListPages } from '@governance/http';
import {
  type AuditActor,
  AuditEventStore,
  AuditTrail,
  AuditTrees,
  ConnectionDirectory,
  InvitationGateway,
  InvitationStore,
  MemberDirectory,
  OrganizationDirectory,
  SecondFactorWindows,
  StepUpPolicyStore,
  TokenCutOffs,
} from '@governance/iam';
import { Keyring } from '@governance/keyring';
import { PersistenceModule } from '@governance/persistence';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { readReconcileSettings, type ReconcileSettings } from './config';
import { persistenceOf } from './program-settings';
import { identityProviderOf } from './provider-settings';
import { MemberChanges } from './organizations/member-changes';
import { type OrgCommand, readOrgCommand } from './organizations/org-command';
import { InvitationRules } from './org-invitations/invitation-rules';
import { OrgInvitationsService } from './org-invitations/org-invitations.service';
import { type NewOrganization, OrganizationCreation } from './organizations/organization-creation';
import { OrganizationPolicy } from './organizations/organization-policy';

/** Commands about our own data, which need no organizations at the managed provider. */
const ownCommands: ReadonlySet<OrgCommand['kind']> = new Set(['policy', 'default-policy', 'seal-audit']);

@Module({})
class OrgModule {}

/**
 * `operate org create ORGANIZATION` creates an organization and invites its first account admin. `policy` shows or changes
 * when its users need a second factor, and `default-policy` does so for organizations without their own. `members`, `remove-member`,
 * `reset-second-factor` and `set-role` list and change its members, and `seal-audit` makes a head of the tree of its audit events.
 */
export async function org({ args, print }: OperatorCall): Promise<number> {
  const command = readOrgCommand(args);
  const settings = settingsOrExit(readReconcileSettings);
  if (!managesOrganizations(settings) && !ownCommands.has(command.kind)) {
    throw new Error(
      `only ${[...ownCommands].join(', ')} are available: the operators of the identity provider manage organizations there`,
    );
  }
  const module = {
    module: OrgModule,
    imports: [
      PersistenceModule.forRoot(persistenceOf(settings, 'governance_commands')),
      IdentityProviderModule.forRoot(identityProviderOf(settings)),
    ],
  };
  print(await withModule(module, (app) => done(command, app, settings)));
  return 0;
}

type ManagedProvider = Pick<ReconcileSettings, 'IDENTITY_PROVIDER' | 'OIDC_ISSUER'>;

function managesOrganizations({ IDENTITY_PROVIDER: kind }: ManagedProvider): boolean {
  return identityProviderParts[kind].has('organizations');
}

/** Runs the command and returns its output. */
async function done(
  command: OrgCommand,
  app: INestApplicationContext,
  settings: ManagedProvider,
): Promise<string> {
  if (command.kind === 'default-policy') {
    return defaultPolicy(command.secondFactorWindowSeconds, app.get(StepUpPolicyStore));
  }
  const { orgId } = command;
  if (command.kind === 'policy') return policyAfter(command, app, settings);
  if (command.kind === 'create') return created(command, app);
  if (command.kind === 'seal-audit') return sealed(orgId, app.get(AuditTrees));
  const changes = new MemberChanges({
    directory: app.get(MemberDirectory),
    cutOffs: app.get(TokenCutOffs),
    audit: app.get(AuditTrail),
    clock: new SystemClock(),
    issuer: settings.OIDC_ISSUER,
    operator: operator(),
  });
  switch (command.kind) {
    case 'members': {
      const members = await changes.list(orgId);
      return members.map(({ id, role }) => `${id} ${role}`).join('\n') || `${orgId}: no members`;
    }
    case 'remove-member': {
      const { memberId } = command;
      return removed(command, await changes.remove(orgId, memberId));
    }
    case 'reset-second-factor': {
      const { memberId } = command;
      const dueAt = await changes.resetSecondFactor(orgId, memberId);
      return `the second factors of ${memberId} will be removed at ${dueAt.toISOString()}: the member and the account admins are told by mail, and can cancel it`;
    }
    case 'set-role': {
      const { memberId, role } = command;
      await changes.setRole(orgId, { id: memberId, role });
      return `${memberId} is ${role} in ${orgId}`;
    }
  }
}

function removed(
  { orgId, memberId }: { readonly orgId: string; readonly memberId: string },
  wasMember: boolean,
): string {
  const what = wasMember ? 'was removed from' : 'is not a member of';
  return `${memberId} ${what} ${orgId}: access tokens issued before now are no longer valid there`;
}

async function created(organization: NewOrganization, app: INestApplicationContext): Promise<string> {
  const clock = new SystemClock();
  const gateway = app.get(InvitationGateway);
  const invitations = new OrgInvitationsService(
    app.get(InvitationStore),
    gateway,
    new InvitationRules(app.get(ConnectionDirectory), new SecondFactorCheck(clock)),
    clock,
    new ListPages(app.get(Keyring)),
  );
  const creation = new OrganizationCreation({
    organizations: app.get(OrganizationDirectory),
    members: app.get(MemberDirectory),
    gateway,
    invitations,
    events: app.get(AuditEventStore),
    audit: app.get(AuditTrail),
    clock,
    operator: operator(),
  });
  const invitation = await creation.create(organization);
  const { orgId } = organization;
  return invitation === undefined
    ? `${orgId} has this member already: nothing was changed`
    : `${orgId} exists; its first account admin is invited until ${invitation.expiresAt.toISOString()}: the platform worker sends the mail`;
}

/** Makes the change of the policy, if any, and says the policy. */
async function policyAfter(
  { orgId, change }: Extract<OrgCommand, { kind: 'policy' }>,
  app: INestApplicationContext,
  settings: ManagedProvider,
): Promise<string> {
  const policy = new OrganizationPolicy({
    // Only a provider of organizations has windows of them.
    windows: managesOrganizations(settings) ? app.get(SecondFactorWindows) : undefined,
    policies: app.get(StepUpPolicyStore),
    audit: app.get(AuditTrail),
    clock: new SystemClock(),
    operator: operator(),
  });
  await policy.change(orgId, change);
  return policy.inWords(orgId);
}

/** Changes the window of organizations without their own if one is given, and says the one that applies. */
async function defaultPolicy(seconds: number | undefined, policies: StepUpPolicyStore): Promise<string> {
  if (seconds !== undefined) {
    await policies.setDefaultWindow({ seconds, at: new SystemClock().now(), by: operator().subject });
  }
  const applies = await policies.defaultWindow();
  return applies === undefined
    ? 'no default second-factor window is set'
    : `for issuers with window policy, a second factor from the last ${applies} seconds is required`;
}

async function sealed(orgId: string, trees: AuditTrees): Promise<string> {
  const head = await trees.seal(orgId, new SystemClock().now());
  return head === undefined
    ? `${orgId}: no audit event since the last tree head`
    : `${orgId}: a tree head with ${head.size} audit events was made; the public worker signs it within seconds`;
}

/** The operating system account that runs this, for the audit trail. */
function operator(): AuditActor {
  const subject = `uid ${process.getuid?.() ?? 'unknown'}`;
  return { kind: 'operator', issuer: 'command', subject, clientId: undefined };
}
