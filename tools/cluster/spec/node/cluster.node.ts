import { callHttp } from '@governance/testing';
import { type Ingress } from './support/ingress';
import { documented } from './support/operator';
import { domain, programs, type Site, startSite } from './support/site';

/** The documented commands of a release after those of the first time: the migration, and the rollout. */
const [, ...release] = documented('kubectl replace --force -k overlay/migration').split(/^(?=kubectl)/m);
const firstOfRollout = release.findIndex((command) => command.includes('apply -k overlay/services'));
const migration = release.slice(0, firstOfRollout).join('');
const rollout = release.slice(firstOfRollout).join('');

describe('the documented overlay on a node', () => {
  let site: Site;
  let ingress: Ingress;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());

  it('has no default left, as the documented check shows', async () => {
    const check = documented('kubectl kustomize overlay/services');
    for (const folder of ['services', 'migration']) {
      const { code, stdout } = await site.operator.run(
        check.replace('overlay/services', `overlay/${folder}`),
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
  });

  it('migrates', async () => {
    await site.operator.done(migration);
  });

  it('rolls out, and every program becomes ready at its first start', async () => {
    await site.operator.done(rollout);
    const pods = await site.operator.done('kubectl -n governance get pods');
    for (const program of programs)
      expect(pods).toMatch(new RegExp(`^${program}-\\S+ +1/1 +Running +0`, 'm'));
  });

  it('serves its hosts with TLS, and no management API on the public one', async () => {
    ingress = await site.startIngress();
    const statusOf = async (url: string): Promise<number> => (await callHttp(url)).status;
    expect(await statusOf(`https://assess.${domain}/health`)).toBe(200);
    expect(await statusOf(`https://api.${domain}/health`)).toBe(200);
    expect(await statusOf(`https://login.${domain}/.well-known/openid-configuration`)).toBe(200);
    expect(await statusOf(`https://login.${domain}/management/v1/organizations/org_acme`)).toBe(404);
    expect(ingress.reused).toBeGreaterThan(-1);
  });
});
