import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../docs/api');

const rules = {
  // The surfaces are used under contract, without a public licence.
  'info-license': 'off',
  // spec 4.1: /health and /api/me have no failures.
  'operation-4xx-response': 'off',
} as const;

async function findings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source, config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

describe.each(['public', 'platform'])('docs/api/%s.openapi.json', (name) => {
  const source = readFileSync(join(folder, `${name}.openapi.json`), 'utf8');

  it('passes the recommended rules', async () => {
    expect(await findings(source)).toEqual([]);
  });

  it('fails with an example that its schema refuses', async () => {
    const broken = source.replace(
      /"(?:id-must-be-a-uuid|there-is-no-such-thing)": \{/,
      '"wrong": { "value": { "error": 7 } }, $&',
    );
    expect(broken).not.toBe(source);
    expect((await findings(broken)).join()).toContain('no-invalid-media-type-examples');
  });
});
