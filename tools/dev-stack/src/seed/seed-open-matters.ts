import { randomUUID } from 'node:crypto';
import { CredentialsApi } from './credentials-api';
import { JsonApi, type JsonApiOptions } from './json-api';

/** spec 9.5: clients pin the version. */
const version = '?api-version=1.0';

/** The repository of an example of GitHub's documentation. */
const pipeline = {
  name: 'Release pipeline',
  preset: 'github-actions',
  conditions: [
    { claim: ['repository_id'], one_of: ['74'] },
    { claim: ['repository_owner_id'], one_of: ['65'] },
    { claim: ['environment'], one_of: ['production'] },
  ],
};

/** The companies that the organization assesses. */
const clients = [
  'name,contact_name,contact_email,reference,domain,tags,archived',
  'Globex Ltd,Eva Muster,eva@globex.example,CW-1001,globex.example,gold; healthcare,',
  'Initech GmbH,Peter Gibbons,peter@initech.example,CW-1002,initech.example,gold; finance,',
  'Umbrella Pharma,Alice Abernathy,alice@umbrella.example,CW-1003,umbrella.example,healthcare,',
  'Stark Logistics,Ned Summer,ned@stark.example,CW-1004,stark.example,silver; transport,',
  'Wayne Foundation,Lucius Fox,lucius@wayne.example,CW-1005,wayne.example,gold; charity,',
  'Hooli Media,Gavin Belson,gavin@hooli.example,CW-1006,hooli.example,silver; media,',
  'Vandelay Imports,Art Vandelay,art@vandelay.example,CW-1007,vandelay.example,transport,',
  'Soylent Foods,Richard Thorn,richard@soylent.example,CW-1008,soylent.example,silver; food,',
  'Café Zürich,Ursula Meier,ursula@cafe-zuerich.example,CW-1009,cafe-zuerich.example,food,',
  'Tyrell Robotics,Rachael Tyrell,rachael@tyrell.example,CW-1010,tyrell.example,gold; industry,',
  'Massive Dynamic,Nina Sharp,nina@massive.example,CW-1011,massive.example,industry,',
  'Blue Sun Travel,,,CW-1012,,transport,true',
].join('\n');

/** Nothing listens there. */
const formerIssuer = 'http://localhost:1';

/**
 * What an admin has to look at, made by the calls that an admin makes: a credential that expires soon, pending invitations, a
 * connection whose test fails, the trust rule of a pipeline, and twelve clients. `platform` is at the surface, with the token of an admin.
 */
export async function seedOpenMatters(platform: JsonApiOptions, domain: string): Promise<void> {
  const api = new JsonApi(platform);
  const post = (path: string, body: object, status: number): Promise<{ readonly body: unknown }> =>
    api.call({ method: 'POST', path: path + version, body }, status);
  const invite = (name: string, role: string): Promise<unknown> =>
    post('/iam/org-invitations', { email: `${name}@${domain}`, role }, 201);
  const failedConnection = async (): Promise<void> => {
    const former = {
      name: 'Former single sign-on',
      issuer: formerIssuer,
      client_id: 'governance',
      client_secret: randomUUID(),
      enabled: false,
    };
    const { body } = await post('/iam/connections', former, 201);
    await post(`/iam/connections/${(body as { readonly id: string }).id}/test`, {}, 200);
  };
  await Promise.all([
    new CredentialsApi(platform).create('Weekly report', { secret_valid_for_days: 6 }),
    post('/iam/trust-rules', pipeline, 201),
    post('/org/clients/import', { csv: clients }, 200),
    invite('auditor', 'viewer'),
    invite('deputy', 'account-admin'),
    failedConnection(),
  ]);
}
