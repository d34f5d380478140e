import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetsOf } from './images.mjs';

describe('the images to build', () => {
  it('are those of the processes', () => {
    const dockerfile = readFileSync(join(__dirname, '../../../docker/Dockerfile'), 'utf8');
    expect(targetsOf(dockerfile)).toEqual([
      'public-api',
      'public-worker',
      'public-browser',
      'platform-api',
      'platform-worker',
      'identity-provider',
      'witness',
    ]);
  });
});
