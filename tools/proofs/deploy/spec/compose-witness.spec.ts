import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverSchema } from '../../../../apps/witness/src/config';
import { readCompose } from '../src/compose-file';
import { hardeningProblems } from '../src/compose-hardening-rules';
import { ancestryOf, lastOf, stagesOf } from '../src/dockerfile-stages';

const docker = join(__dirname, '../../../../docker');
const { services, volumes } = readCompose(readFileSync(join(docker, 'witness/compose.yaml'), 'utf8'));
const target = ancestryOf(stagesOf(readFileSync(join(docker, 'Dockerfile'), 'utf8')), 'witness');

describe('docker/witness/compose.yaml', () => {
  it('restricts both programs as those of the service', () => {
    expect(Object.entries(services).flatMap(hardeningProblems)).toEqual([]);
    expect(Object.values(services).map(({ build }) => build?.target)).toEqual(['witness', 'witness']);
  });

  it('gives them settings that the witness has, in the image too', () => {
    const inImage = (lastOf(target, 'ENV')?.text ?? '').split(' ').map((each) => each.split('=')[0] ?? '');
    const given = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment));
    expect(Object.keys(serverSchema)).toEqual(expect.arrayContaining([...inImage, ...given]));
    expect([...inImage, ...given]).toEqual(
      expect.arrayContaining(['WITNESS_NAME', 'KEY_FILE', 'STATE_FILE', 'LOGS_FILE']),
    );
  });

  it('keeps key and memory in a volume that only they have, and publishes the port on this machine', () => {
    expect(Object.keys(volumes)).toEqual(['memory']);
    expect(services.init).toMatchObject({ network_mode: 'none', volumes: ['memory:/var/lib/witness'] });
    expect(services.witness).toMatchObject({
      ports: ['127.0.0.1:3004:3004'],
      depends_on: { init: { condition: 'service_completed_successfully' } },
    });
  });
});
