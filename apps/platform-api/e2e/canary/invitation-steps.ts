import { type Inbox, type Replica, type StoredMail } from '@governance/testing';
import { createHash, randomBytes } from 'node:crypto';
import { type System } from '../machines/system';
import { type CanaryWalk } from './canary-walk';
import { PageVisit } from './page-visit';

export interface InvitationPlace {
  readonly system: System;
  readonly platform: Replica;
  /** The admin's token. */
  readonly token: string;
  readonly orgId: string;
  /** Receives the mail of the worker. */
  readonly inbox: Inbox;
}

const path = '/iam/org-invitations';
const ofInvitation = 'the token of an invitation';
const ofAddress = 'an invited address';

/** Invites a person, correctly and incorrectly; the person joins and signs in on the identity provider's pages. */
export async function useInvitations(walk: CanaryWalk, place: InvitationPlace): Promise<void> {
  const email = `${walk.canary(ofAddress)}@example.com`;
  await addConnections(walk, place);
  const [first, link] = [await invite(walk, place, email), await resend(walk, place, email)];
  await revokeAnother(walk, place);
  await sendRefused(walk, place, email);
  await acceptWrongly(walk, place.system.identity.issuer, first);
  const password = walk.canary('a password');
  await accept(walk, { ...place, link, password });
  await changeMember(walk, place);
  await signIn(walk, place.system.identity.issuer, { email, password });
  await setSecrets(walk, place.system, email);
}

/** Repeats invitations while the provider echoes its requests. */
export async function inviteThroughEcho(
  walk: CanaryWalk,
  { echoing, token }: { readonly echoing: Replica; readonly token: string },
): Promise<void> {
  const email = `${walk.canary(ofAddress)}@example.com`;
  for (let calls = 0; calls < 4; calls += 1) {
    await walk.ask(503, `POST ${echoing.origin}${path}`, { token, body: { email, role: 'viewer' } });
    await walk.ask(503, `GET ${echoing.origin}/iam/connections`, { token });
  }
}

async function addConnections(
  walk: CanaryWalk,
  { system, platform, token, orgId }: InvitationPlace,
): Promise<void> {
  const { managementUrl, managementToken } = system.identity;
  const put = `PUT ${managementUrl}/v1/organizations/${orgId}/connections`;
  const clientSecret = walk.canary('our secret at the provider of an organization');
  const upstream = { issuer: 'http://127.0.0.1:9', clientId: 'governance', clientSecret };
  const [database, enterprise] = [
    { name: 'Password', type: 'database' },
    { name: 'Single sign-on', type: 'enterprise', upstream },
  ];
  await walk.ask(200, `${put}/con_database`, { token: managementToken, body: database });
  await walk.ask(200, `${put}/con_sso`, { token: managementToken, body: enterprise });
  await walk.ask(400, `${put}/con_sso`, {
    token: managementToken,
    body: { ...enterprise, upstream: { ...upstream, issuer: `ftp://${clientSecret}` } },
  });
  await walk.ask(200, `GET ${platform.origin}/iam/connections`, { token });
}

/** Opens the link in the mail and accepts. */
async function invite(
  walk: CanaryWalk,
  { platform, token, inbox }: InvitationPlace,
  email: string,
): Promise<string> {
  inbox.clear();
  const body = { email, role: 'viewer', connection_id: 'con_database' };
  await walk.ask(201, `POST ${platform.origin}${path}`, { token, body, mayHold: [ofAddress] });
  return linkIn(walk, await inbox.waitForMail(email));
}

/** The link in a mail, a secret from now on. */
function linkIn(walk: CanaryWalk, { text }: StoredMail): string {
  const [link = ''] = /http:\S+\/invitations\/\S+/.exec(text) ?? [];
  walk.canaries.add(ofInvitation, link.split('/').at(-1) ?? '');
  return link;
}

/** Sends the pending invitation again. Returns the new link. */
async function resend(
  walk: CanaryWalk,
  { platform, token, inbox }: InvitationPlace,
  email: string,
): Promise<string> {
  inbox.clear();
  const options = { token, mayHold: [ofAddress] };
  const { body } = await walk.ask(200, `GET ${platform.origin}${path}?status=pending`, options);
  const [{ id = '' } = {}] = body.invitations as { readonly id?: string }[];
  await walk.ask(201, `POST ${platform.origin}${path}/${id}/resend`, options);
  return linkIn(walk, await inbox.waitForMail(email));
}

async function revokeAnother(walk: CanaryWalk, { platform, token }: InvitationPlace): Promise<void> {
  const email = `${walk.canary(ofAddress)}@example.com`;
  const { body } = await walk.ask(201, `POST ${platform.origin}${path}`, {
    token,
    body: { email, role: 'viewer' },
    mayHold: [ofAddress],
  });
  const revocation = `DELETE ${platform.origin}${path}/${String(body.id)}`;
  await walk.ask(401, revocation, {});
  await walk.ask(204, revocation, { token });
  await walk.ask(404, revocation, { token });
}

async function sendRefused(
  walk: CanaryWalk,
  { platform, token }: InvitationPlace,
  email: string,
): Promise<void> {
  const right = { email, role: 'viewer' };
  const refused: unknown[] = [
    { ...right, email: `${email}, ${email}` },
    { ...right, role: email },
    { ...right, connection_id: email },
    { ...right, [email]: email },
    `{"email":"${email}`,
  ];
  for (const body of refused) await walk.ask(400, `POST ${platform.origin}${path}`, { token, body });
  await walk.ask(401, `POST ${platform.origin}${path}`, { body: right });
}

/** Tries an older link, an incomplete one, and a post without the form. */
async function acceptWrongly(walk: CanaryWalk, issuer: string, older: string): Promise<void> {
  const visit = new PageVisit(walk, issuer);
  await visit.open(410, older);
  await visit.open(410, older, { form: {} });
  await visit.open(404, older.slice(0, -1));
  await visit.open(404, `${older}/${older.split('/').at(-1) ?? ''}`);
  await walk.ask(405, `DELETE ${older}`);
}

async function accept(
  walk: CanaryWalk,
  { system, link, password }: InvitationPlace & { readonly link: string; readonly password: string },
): Promise<void> {
  const visit = new PageVisit(walk, system.identity.issuer);
  // Mail scanners open the link too.
  for (let time = 0; time < 2; time += 1) await visit.open(200, link, { mayHold: [ofAddress, ofInvitation] });
  await visit.open(403, link, { form: { csrf: walk.canary('what was in a malformed body') } });
  const begun = await visit.open(303, link, { form: {} });
  const signInPath = begun.headers.get('location') ?? '';
  await visit.follow(200, begun, { mayHold: [ofAddress] });
  const form = { name: 'Invited person', password, repeated: password };
  const wrong = { ...form, repeated: `${password}!` };
  await visit.open(422, `${signInPath}/new-password`, { form: wrong, mayHold: [ofAddress] });
  const shown = await visit.open(303, `${signInPath}/new-password`, { form });
  const accepted = await visit.follow(303, shown);
  await visit.follow(200, accepted, { mayHold: [ofAddress] });
  await visit.open(410, link);
}

/** Lists the members and changes the one who has just joined, correctly and incorrectly. */
async function changeMember(
  walk: CanaryWalk,
  { platform, token }: Pick<InvitationPlace, 'platform' | 'token'>,
): Promise<void> {
  const members = `${platform.origin}/iam/members`;
  const newest = `GET ${members}?limit=1`;
  const { body: list } = await walk.ask(200, newest, { token, mayHold: [ofAddress] });
  const [{ id = '' } = {}] = list.members as { readonly id?: string }[];
  const update = `PATCH ${members}/${id}`;
  await walk.ask(200, update, { token, body: { role: 'viewer' }, mayHold: [ofAddress] });
  await walk.ask(400, update, { token, body: { role: walk.canary('a wrong role') } });
  await walk.ask(401, `DELETE ${members}/${id}`);
  await walk.ask(404, `DELETE ${members}/unknown`, { token });
}

/** Signs in, until the page that sets up a second factor. */
async function signIn(
  walk: CanaryWalk,
  issuer: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const visit = new PageVisit(walk, issuer);
  const verifier = walk.canary('a code verifier');
  const query = new URLSearchParams({
    client_id: 'governance-cli',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://127.0.0.1:49152/callback',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const begun = await visit.open(303, `/auth?${query.toString()}`);
  const signInPath = new URL(begun.headers.get('location') ?? '', issuer).pathname;
  await visit.follow(200, begun);
  const wrong = { email, password: walk.canary('a wrong password') };
  await visit.open(422, `${signInPath}/password`, { form: wrong, mayHold: [ofAddress] });
  const shown = await visit.open(303, `${signInPath}/password`, { form: { email, password } });
  const enrol = await visit.follow(200, shown);
  const [, key = ''] = /class="[^"]*key[^"]*"[^>]*>([A-Z2-7 ]+)</.exec(enrol.text) ?? [];
  walk.canaries.add('the secret of an authenticator app', key.replaceAll(' ', ''));
  await visit.open(422, `${signInPath}/enrol`, { form: { code: '000000' } });
}

/** As the administrator of the identity provider. */
async function setSecrets(walk: CanaryWalk, { identity }: System, email: string): Promise<void> {
  const { managementUrl, managementToken: token } = identity;
  const users = `${managementUrl}/v1/users`;
  const found = await walk.ask(200, `GET ${users}?email=${email}`, { token, mayHold: [ofAddress] });
  const [{ id = '' } = {}] = found.body.users as { readonly id?: string }[];
  const password = walk.canary('a password');
  await walk.ask(204, `PUT ${users}/${id}/password`, { token, body: { password } });
  await walk.ask(400, `PUT ${users}/${id}/password`, { token, body: { password: password.repeat(9) } });
  const secret = base32(randomBytes(20));
  walk.canaries.add('the secret of an authenticator app', secret);
  await walk.ask(204, `PUT ${users}/${id}/totp`, { token, body: { secret } });
  await walk.ask(400, `PUT ${users}/${id}/totp`, { token, body: { secret: `${secret}=` } });
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return bits.replaceAll(/.{5}/g, (group) => digits.charAt(Number.parseInt(group, 2)));
}
