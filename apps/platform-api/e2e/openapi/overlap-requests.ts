import { until } from '@governance/testing';
import { credentialsPath } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';
import { type Documented } from './admin-requests';

export async function revokePreviousSecrets({ app, statusOf }: Documented): Promise<void> {
  const revoke = (id: string): Promise<number> =>
    statusOf('DELETE', `${credentialsPath}/${id}/previous-secret`);
  const { id } = await createOverlap(app);
  expect(await statusOf('GET', credentialsPath)).toBe(200);
  expect([await revoke(id), await revoke(id)]).toEqual([204, 404]);

  const gone = await createOverlap(app);
  await app.provider.deleteClient(gone.clientId);
  expect(await revoke(gone.id)).toBe(204);

  const busy = await createOverlap(app);
  const held = app.provider.wire.hold();
  const first = revoke(busy.id);
  await held.reached;
  expect(await revoke(busy.id)).toBe(409);
  const revocation = statusOf('DELETE', `${credentialsPath}/${busy.id}`);
  await until(async () => (await app.manage('GET', `/${busy.id}`)).status === 404);
  held.release();
  expect([await first, await revocation]).toEqual([409, 204]);
}
