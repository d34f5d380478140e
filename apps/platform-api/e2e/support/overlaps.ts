import { type Created, type CredentialsApp, type Request } from './credentials-app';

/** A credential during an overlap: `secret` is the current secret. */
export interface Overlap extends Created {
  readonly previous: string;
}

/** Creates a credential, and rotates it with an overlap of an hour, unless `rotation` says otherwise. */
export async function createOverlap(
  app: CredentialsApp,
  rotation: object = {},
  request: Request = {},
): Promise<Overlap> {
  const created = await app.create({}, request);
  const answer = await app.manage('POST', `/${created.id}/rotate-secret`, {
    ...request,
    body: { overlap_seconds: 3_600, ...rotation },
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return { ...created, secret: String(answer.body.client_secret), previous: created.secret };
}
