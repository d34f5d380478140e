import { type PlatformTypes } from '@governance/client';
import { type Command, Option } from 'commander';
import { type App } from '../app';
import { confirmed } from '../ask';
import { CommandError } from '../command-error';
import { type CommandGroup, group } from './command-group';

type Schemas = PlatformTypes['schemas'];
type Role = Schemas['Member']['role'];

interface Yes {
  readonly yes?: boolean;
}

interface ProfileOptions {
  readonly displayName?: string;
  readonly phoneNumber?: string;
  readonly marketing?: boolean;
}

interface SendOptions {
  readonly role: Schemas['CreateInvitation']['role'];
  readonly connection?: string;
}

/** The user's profile, and the members, invitations and service identities of the organization. */
export const organizationCommands: CommandGroup = (program, run) => {
  for (const add of [profileCommands, memberCommands, invitationCommands, identityCommands])
    add(program, run);
};

const profileCommands: CommandGroup = (program, run) => {
  const profile = group(program, 'profile', 'your profile');
  profile
    .command('get')
    .description('show your profile')
    .action(run((app: App) => showProfile(app)));
  profile
    .command('set')
    .description('change your profile; an empty value removes the old one')
    .option('--display-name <name>', 'the name to show')
    .option('--phone-number <number>', 'in international form, such as +41446681800')
    .option('--marketing', 'allow marketing mail')
    .option('--no-marketing', 'refuse marketing mail')
    .action(run((app: App, options: ProfileOptions) => setProfile(app, options)));
};

const memberCommands: CommandGroup = (program, run) => {
  const members = group(program, 'members', 'members of your organization');
  members
    .command('list')
    .description('list the members')
    .action(run((app: App) => listMembers(app)));
  members
    .command('role')
    .description('change the role of a member')
    .argument('<id>', 'the member')
    .argument('<role>', 'account-admin, client-manager or viewer')
    .action(run((app: App, id: string, role: string) => setRole(app, id, role)));
  withYes(members.command('remove').description('remove a member').argument('<id>', 'the member')).action(
    run((app: App, memberId: string, options: Yes) => removeMember(app, memberId, options)),
  );
};

const invitationCommands: CommandGroup = (program, run) => {
  const invitations = group(program, 'invitations', 'invitations to your organization');
  invitations
    .command('list')
    .description('list the invitations')
    .action(run((app: App) => listInvitations(app)));
  invitations
    .command('send')
    .description('invite a person by mail')
    .argument('<email>', 'the address of the person')
    .addOption(
      new Option('--role <role>', 'the role of the person')
        .choices(['account-admin', 'viewer'])
        .default('viewer'),
    )
    .option('--connection <id>', 'the connection that the person must sign in with')
    .action(run((app: App, email: string, options: SendOptions) => sendInvitation(app, email, options)));
  invitations
    .command('resend')
    .description('send an invitation again, with a new link')
    .argument('<id>', 'the invitation')
    .action(run((app: App, id: string) => resendInvitation(app, id)));
  withYes(
    invitations
      .command('revoke')
      .description('revoke an invitation: its link no longer works')
      .argument('<id>', 'the invitation'),
  ).action(run((app: App, id: string, options: Yes) => revokeInvitation(app, id, options)));
};

const identityCommands: CommandGroup = (program, run) => {
  const identities = group(program, 'identities', 'service identities that M2M credentials act for');
  identities
    .command('list')
    .description('list the service identities')
    .action(run((app: App) => listIdentities(app)));
  identities
    .command('rename')
    .description('rename a service identity')
    .argument('<id>', 'the service identity')
    .argument('<name>', 'the new name')
    .action(run((app: App, id: string, name: string) => renameIdentity(app, id, name)));
  withYes(
    identities
      .command('delete')
      .description('delete an unused service identity')
      .argument('<id>', 'the service identity'),
  ).action(run((app: App, id: string, options: Yes) => deleteIdentity(app, id, options)));
};

function withYes(command: Command): Command {
  return command.option('--yes', 'do not ask');
}

async function showProfile(app: App): Promise<void> {
  app.show(await app.platform().get('/self/profile', { signal: app.signal }));
}

async function setProfile(app: App, { displayName, phoneNumber, marketing }: ProfileOptions): Promise<void> {
  const body: Schemas['UpdateProfile'] = {
    ...(displayName !== undefined && { display_name: displayName === '' ? null : displayName }),
    ...(phoneNumber !== undefined && { phone_number: phoneNumber === '' ? null : phoneNumber }),
    ...(marketing !== undefined && { marketing_opt_in: marketing }),
  };
  if (Object.keys(body).length === 0) throw new CommandError('Nothing to change: pass at least one option');
  app.show(await app.platform().patch('/self/profile', { body, signal: app.signal }));
}

async function listMembers(app: App): Promise<void> {
  const rows: Schemas['Member'][] = [];
  for await (const page of app.platform().pages('/iam/members', { signal: app.signal }))
    rows.push(...page.members);
  app.list({
    rows,
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'email', value: ({ email }) => email },
      { title: 'name', value: ({ name }) => name },
      { title: 'role', value: ({ role }) => role },
      { title: 'signs in by', value: ({ sign_in_method: method }) => method },
      { title: 'joined', value: ({ joined_at: at }) => at },
    ],
  });
}

async function setRole(app: App, memberId: string, role: string): Promise<void> {
  // Roles of later versions pass: the service knows them.
  const call = { path: { memberId }, body: { role: role as Role }, signal: app.signal };
  app.show(await app.platform().patch('/iam/members/{memberId}', call));
}

async function removeMember(app: App, memberId: string, options: Yes): Promise<void> {
  await confirmed(app, `Remove the member ${memberId}?`, options);
  await app.platform().delete('/iam/members/{memberId}', { path: { memberId }, signal: app.signal });
  app.terminal.note(`Removed ${memberId}`);
}

async function listInvitations(app: App): Promise<void> {
  const rows: Schemas['ListedInvitation'][] = [];
  for await (const page of app.platform().pages('/iam/org-invitations', { signal: app.signal }))
    rows.push(...page.invitations);
  app.list({
    rows,
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'email', value: ({ email }) => email },
      { title: 'role', value: ({ role }) => role },
      { title: 'status', value: ({ status }) => status },
      { title: 'expires', value: ({ expires_at: at }) => at },
    ],
  });
}

async function sendInvitation(app: App, email: string, { role, connection }: SendOptions): Promise<void> {
  const body = { email, role, ...(connection !== undefined && { connection_id: connection }) };
  app.show(await app.platform().post('/iam/org-invitations', { body, signal: app.signal }));
}

async function resendInvitation(app: App, invitationId: string): Promise<void> {
  const call = { path: { invitationId }, body: {}, signal: app.signal };
  app.show(await app.platform().post('/iam/org-invitations/{invitationId}/resend', call));
}

async function revokeInvitation(app: App, invitationId: string, options: Yes): Promise<void> {
  await confirmed(app, `Revoke the invitation ${invitationId}?`, options);
  const call = { path: { invitationId }, signal: app.signal };
  await app.platform().delete('/iam/org-invitations/{invitationId}', call);
  app.terminal.note(`Revoked ${invitationId}`);
}

async function listIdentities(app: App): Promise<void> {
  const rows: Schemas['ServiceIdentity'][] = [];
  for await (const page of app.platform().pages('/iam/service-identities', { signal: app.signal }))
    rows.push(...page.service_identities);
  app.list({
    rows,
    columns: [
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'permissions', value: ({ permissions }) => permissions },
      { title: 'credentials', value: ({ credentials }) => credentials.map(({ name }) => name) },
    ],
  });
}

async function renameIdentity(app: App, id: string, name: string): Promise<void> {
  const call = { path: { id }, body: { name }, signal: app.signal };
  const { id: renamed, name: next } = await app.platform().patch('/iam/service-identities/{id}', call);
  app.show({ id: renamed, name: next });
}

async function deleteIdentity(app: App, id: string, options: Yes): Promise<void> {
  await confirmed(app, `Delete the service identity ${id}?`, options);
  await app.platform().delete('/iam/service-identities/{id}', { path: { id }, signal: app.signal });
  app.terminal.note(`Deleted ${id}`);
}
