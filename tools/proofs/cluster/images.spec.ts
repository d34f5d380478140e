import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Images {
  readonly targetsOf: (dockerfile: string) => readonly string[];
}

describe('the images to build', () => {
  it('are those of the processes', async () => {
    const { targetsOf } = (await import(join(__dirname, 'images.mjs'))) as Images;
    const dockerfile = readFileSync(join(__dirname, '../../../docker/Dockerfile'), 'utf8');
    expect(targetsOf(dockerfile)).toEqual([
      'public-api',
      'public-worker',
      'public-browser',
      'platform-api',
      'platform-worker',
      'identity-provider',
    ]);
  });
});
