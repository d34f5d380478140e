import { Keyring, ResultCapability } from '@governance/keyring';
import { newTestKeyring } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attach, storeResult } from '../support/org-results';

describe('POST /org/results', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 404, identical to the byte, for a capability that is guessed, of no result, or malformed', async () => {
    const { id, capability, resultUrl } = await storeResult(app);
    const changed = capability.slice(0, -1) + (capability.endsWith('A') ? 'B' : 'A');
    const answers = new Set<string>();
    for (const guess of [
      changed,
      resultUrl.replace(capability, changed),
      Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), randomBytes(20)]).toString('base64url'),
      new ResultCapability(newTestKeyring()).of(id),
      new ResultCapability(Keyring.load(app.keyringFile)).of(randomUUID()),
      id,
      `/results/${capability}A`,
      `${capability}\n${capability}`,
      "' OR 1=1 --",
      '',
      'ä'.repeat(48),
      'A'.repeat(50_000),
    ]) {
      const { status, headers, text } = await attach(app, guess);
      const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      answers.add(JSON.stringify([status, shown, text]));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no such result/)]);
    expect(await app.sql('SELECT FROM org_results')).toEqual([]);
  });

  it('answers 404 for a result that no longer exists', async () => {
    const { id, capability } = await storeResult(app);
    await app.sql('DELETE FROM survey_results WHERE id = $1', [id]);
    expect((await attach(app, capability)).status).toBe(404);
  });

  it('leaves a row of the refusal in the audit trail, without what was guessed', async () => {
    const guess = randomBytes(36).toString('base64url');
    await attach(app, guess);
    const rows = await app.sql(
      `SELECT target, reason, row_to_json(audit_trail)::text AS row FROM audit_trail
       WHERE operation = 'org-results:attach' AND outcome = 'refused' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toMatchObject([{ target: null, reason: 'not_found' }]);
    expect(rows[0]?.row).not.toContain(guess);
  });
});
