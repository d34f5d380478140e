import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type NearestIssuer = (root: string, env: Readonly<Record<string, string>>) => string | undefined;

describe('the issuer that `npm run verify` trusts', () => {
  let nearestIssuer: NearestIssuer;
  let root: string;
  beforeAll(async () => {
    ({ nearestIssuer } = (await import(join(__dirname, 'nearest-issuer.mjs'))) as {
      nearestIssuer: NearestIssuer;
    });
    root = mkdtempSync(join(tmpdir(), 'workspace-'));
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  it('is unknown without a setting or a stack', () => {
    expect(nearestIssuer(root, { PUBLIC_BASE_URL: '' })).toBeUndefined();
  });

  it('is that of the running stack, unless a setting names another one', () => {
    mkdirSync(join(root, '.dev'));
    writeFileSync(join(root, '.dev/stack.json'), JSON.stringify({ publicUrl: 'http://localhost:3000' }));
    const PUBLIC_BASE_URL = 'https://assess.example.org';
    const GOVERNANCE_PUBLIC_URL = 'https://other.example.org';
    expect(nearestIssuer(root, {})).toBe('http://localhost:3000');
    expect(nearestIssuer(root, { PUBLIC_BASE_URL })).toBe(PUBLIC_BASE_URL);
    expect(nearestIssuer(root, { PUBLIC_BASE_URL, GOVERNANCE_PUBLIC_URL })).toBe(GOVERNANCE_PUBLIC_URL);
  });
});
