import { callHttp, until } from '@governance/testing';
import { type StackUser } from '../../../dev-stack/src/stack-description';
import { type Ingress } from './support/ingress';
import { documented, documentedSteps } from './support/operator';
import { People } from './support/people';
import { Rush } from './support/rush';
import { domain, programs, releases, type Site, startSite } from './support/site';

/** The documented commands of a release after those of the first time: the migration, and the rollout. */
const [, ...release] = documented('kubectl replace --force -k overlay/migration').split(/^(?=kubectl)/m);
const firstOfRollout = release.findIndex((command) => command.includes('apply -k overlay/services'));
const migration = release.slice(0, firstOfRollout).join('');
const rollout = release.slice(firstOfRollout).join('');

/** docs/deployment.md, Operator commands: the function, without the examples of its use. */
const runFunction = documented('as_commands=').split('\n').slice(0, 2).join('\n');
/** That are shown to fail no request. */
const requestsOfRollouts = 20_000;

/** Figures for docs/deployment.md. */
function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

describe('the documented overlay on a node', () => {
  let site: Site;
  let ingress: Ingress;
  let people: People;
  let ada: StackUser;
  let newLoad: Awaited<ReturnType<People['load']>>;

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
    // kube-proxy learns of ready pods a moment after `kubectl`.
    for (const host of ['assess', 'api', 'login'])
      await until(async () => (await statusOf(`https://${host}.${domain}/health`)) !== 502);
    expect(await statusOf(`https://assess.${domain}/health`)).toBe(200);
    expect(await statusOf(`https://api.${domain}/health`)).toBe(200);
    expect(await statusOf(`https://login.${domain}/.well-known/openid-configuration`)).toBe(200);
    expect(await statusOf(`https://login.${domain}/management/v1/organizations/org_acme`)).toBe(404);
    expect(ingress.reused).toBeGreaterThan(-1);
  });

  it('creates the first organization, whose account admin gets a mail', async () => {
    people = new People(site);
    const { create, policy } = documentedSteps;
    await site.operator.done(`${runFunction}\n${create}`);
    const invited = await until(async () =>
      (await site.mails()).find(({ to }) => to.includes('ada@acme.example')),
    );
    expect(invited.subject).toContain('Acme MSP');
    await site.operator.done(`${runFunction}\n${policy}`);
    expect(await site.operator.done(`${runFunction}\nrun platform-worker org.js policy org_acme`)).toContain(
      '300',
    );
    ada = await people.addAdmin('org_acme', 'ada@acme.example');
  });

  it('takes an assessment to its verified certificate', async () => {
    const { code, stdout } = await people.walk('demo', []);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Verified in a browser') });
  });

  it('takes a user from the sign-in at a device to a machine that calls', async () => {
    const { code, stdout } = await people.walk('demo-platform', [ada]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('As that machine') });
  });

  it('fails no request while releases are rolled out and back, over connections that stay open', async () => {
    newLoad = await people.load(await people.addAdmin('org_globex', 'grace@globex.example'));
    const rush = new Rush(newLoad, { count: 3, name: 'rollouts' });
    const began = Date.now();
    let rollouts = 0;
    await rush.start();
    try {
      while (rush.answered < requestsOfRollouts && rush.failures.length === 0) {
        rollouts += 1;
        // docs/deployment.md: rolling back is the same with the previous tag.
        site.operator.setTag(releases[rollouts % releases.length] ?? '');
        await site.operator.done(rollout);
      }
    } finally {
      await rush.stop();
    }
    const seconds = ((Date.now() - began) / 1_000).toFixed(0);
    report(
      `${rollouts} rollouts of all programs in ${seconds} s: ${rush.failures.length} of ${rush.answered} requests failed`,
    );
    report(`${ingress.reused} of them came on a connection that had served another`);
    expect(rush.failures).toEqual([]);
    expect(ingress.reused).toBeGreaterThan(rush.answered / 2);
    await expectEachMailedOnce(rush);
  });

  it('fails no request while a pod of each program is deleted', async () => {
    const { operator } = site;
    const settled = 'kubectl -n governance rollout status deployment --timeout=5m';
    for (const program of programs)
      await operator.done(`kubectl -n governance patch hpa ${program} --patch '{"spec":{"minReplicas":2}}'`);
    await until(
      async () =>
        (await operator.done('kubectl -n governance get deployments')).match(/ 2\/2 /g)?.length ===
        programs.length,
    );
    const rush = new Rush(newLoad, { count: 1, name: 'deletions' });
    await rush.start();
    try {
      for (const program of programs) {
        const pods = await operator.done(
          `kubectl -n governance get pods -o name -l app.kubernetes.io/name=${program}`,
        );
        const began = Date.now();
        await operator.done(`kubectl -n governance delete ${pods.split('\n')[0] ?? ''}`);
        report(`A pod of ${program} was gone after ${((Date.now() - began) / 1_000).toFixed(1)} s`);
        await operator.done(settled);
      }
    } finally {
      await rush.stop();
    }
    expect(rush.failures).toEqual([]);
    await expectEachMailedOnce(rush);
  });

  async function expectEachMailedOnce(rush: Rush): Promise<void> {
    const queued = `SELECT count(*)::integer AS count FROM deliveries WHERE state = 'queued'`;
    await until(async () => (await site.sql(queued))[0]?.count === 0);
    const counts = Map.groupBy(await site.mails(), ({ to }) => to[0] ?? '');
    const { addresses } = rush;
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((address) => counts.get(address)?.length !== 1)).toEqual([]);
  }
});
