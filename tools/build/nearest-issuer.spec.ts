import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearestIssuer } from './nearest-issuer.mjs';

describe('the issuer that `npm run verify` trusts', () => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-'));
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
