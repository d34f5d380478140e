import { credentialsPath } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';
import { type Documented } from './admin-requests';

export async function changeAtFormerProvider({ app, ask, statusOf }: Documented): Promise<void> {
  const { id } = await createOverlap(app);
  await app.sql(`UPDATE m2m_credentials SET issuer = 'https://former.example.org' WHERE id = $1`, [id]);
  const path = `${credentialsPath}/${id}`;
  expect(await statusOf('POST', `${path}/rotate-secret`)).toBe(409);
  expect((await ask('PATCH', path, { body: { name: 'After' } })).status).toBe(409);
  expect(await statusOf('DELETE', `${path}/previous-secret`)).toBe(409);
  expect(await statusOf('DELETE', path)).toBe(204);
}
