import { type CredentialsApp } from './credentials-app';

/** The body of a 409 while a change of the same object is not finished. */
export const unfinished = {
  error: 'conflict',
  error_description: 'another change of this resource is not finished, try again in a minute',
};

/** Another request is changing the object. The returned function ends it. */
export async function leaveUnfinished(
  app: Pick<CredentialsApp, 'orgId' | 'sql'>,
  target: string,
): Promise<() => Promise<void>> {
  await app.sql(
    `INSERT INTO provider_changes (id, org_id, exclusive_target, change, audit, lease, lease_until)
     VALUES (gen_random_uuid(), $1, $2, $3, '{}', gen_random_uuid(), now() + interval '1 minute')`,
    [app.orgId, target, { kind: 'put-domain', name: target }],
  );
  return async () => {
    await app.sql('DELETE FROM provider_changes');
  };
}
