import { callHttp, until } from '@governance/testing';
import { type StackUser } from '../../../../dev-stack/src/stack-description';
import { report, secondsOf } from './support/figures';
import { type Ingress } from './support/ingress';
import { MetricsApi } from './support/metrics-api';
import { documented, documentedRelease, documentedSteps } from './support/operator';
import { People } from './support/people';
import { Rush } from './support/rush';
import { domain, programs, releases, type Site, startSite } from './support/site';

const { migration, rollout } = documentedRelease;

/** docs/deployment.md, Operator commands: the function, without the examples of its use. */
const runFunction = documented('as_commands=').split('\n').slice(0, 2).join('\n');
/** That are shown to fail no request. */
const requestsOfRollouts = 20_000;

let site: Site;
let ingress: Ingress;
let people: People;
let ada: StackUser;

beforeAll(async () => {
  site = await startSite();
  people = new People(site);
});
afterAll(() => site.stop());

describe('the first steps', () => {
  it('leave no default, as the documented check shows', async () => {
    const check = documented('kubectl kustomize overlay/services');
    for (const folder of ['services', 'migration']) {
      const { code, stdout } = await site.operator.run(
        check.replace('overlay/services', `overlay/${folder}`),
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
  });

  it('migrate and roll out, and every program becomes ready at its first start', async () => {
    await site.operator.done(migration);
    const seconds = await secondsOf(() => site.operator.done(rollout));
    report(`All programs are ready ${seconds} s after kubectl apply`);
    const pods = await site.operator.done('kubectl -n governance get pods');
    for (const program of programs)
      expect(pods).toMatch(new RegExp(`^${program}-\\S+ +1/1 +Running +0`, 'm'));
  });

  it('serve the hosts with TLS, and no management API on the public one', async () => {
    ingress = await site.startIngress();
    const statusOf = async (url: string): Promise<number> => (await callHttp(url)).status;
    const open = ['assess', 'api'].map((host) => `https://${host}.${domain}/health`);
    open.push(`https://login.${domain}/.well-known/openid-configuration`);
    // kube-proxy learns of ready pods a moment after `kubectl`.
    for (const url of open) await until(async () => (await statusOf(url)) === 200);
    expect(await statusOf(`https://login.${domain}/management/v1/organizations/org_acme`)).toBe(404);
  });

  it('show that the programs see the address of the client', async () => {
    const shown = await site.operator.done(documented(`grep 'first request'`));
    expect(shown).toContain('"forwardedAddresses":1');
    expect(shown).not.toContain('another number of proxies');
  });

  it('create the first organization, whose account admin gets a mail', async () => {
    const { create, policy } = documentedSteps;
    await site.operator.done(`${runFunction}\n${create}`);
    const invited = await until(async () =>
      (await site.mails()).find(({ to }) => to.includes('ada@acme.example')),
    );
    expect(invited.subject).toContain('Acme MSP');
    await site.operator.done(`${runFunction}\n${policy}`);
    const shown = await site.operator.done(`${runFunction}\nrun platform-worker org policy org_acme`);
    expect(shown).toContain('300');
    ada = await people.addAdmin('org_acme', 'ada@acme.example');
  });
});

describe('through the ingress', () => {
  it('an assessment leads to its verified certificate', async () => {
    const { code, stdout } = await people.walk('demo', []);
    expect(stdout).toContain('Verified in a browser');
    expect(code).toBe(0);
  });

  it('a user signs in at a device, and makes a machine that calls', async () => {
    const { code, stdout } = await people.walk('demo-platform', [ada]);
    expect(stdout).toContain('As that machine');
    expect(code).toBe(0);
  });

  it('a user signs in to the console in a browser', () => people.visitConsole(ada));
});

async function expectEachMailedOnce(rush: Rush): Promise<void> {
  const queued = `SELECT count(*)::integer AS count FROM deliveries WHERE state = 'queued'`;
  await until(async () => (await site.sql(queued))[0]?.count === 0);
  const counts = Map.groupBy(await site.mails(), ({ to }) => to[0] ?? '');
  const { addresses } = rush;
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses.filter((address) => counts.get(address)?.length !== 1)).toEqual([]);
}

async function replicasOf(program: string): Promise<number | undefined> {
  const { status } = await site.operator.read<{ readonly status: { readonly readyReplicas?: number } }>(
    `deployment ${program}`,
  );
  return status.readyReplicas;
}

describe('under load, over connections that stay open,', () => {
  it('no request fails while releases are rolled out and back', async () => {
    const newLoad = await people.load(await people.addAdmin('org_globex', 'grace@globex.example'));
    const rush = new Rush(newLoad, { count: 3, name: 'rollouts' });
    let rollouts = 0;
    const seconds = await secondsOf(() =>
      rush.during(async () => {
        while (rush.answered < requestsOfRollouts && rush.failures.length === 0) {
          rollouts += 1;
          // docs/deployment.md: rolling back is the same with the previous tag.
          site.operator.setTag(releases[rollouts % releases.length] ?? '');
          await site.operator.done(rollout);
        }
      }),
    );
    const { failures, answered } = rush;
    report(`${rollouts} rollouts of all programs in ${seconds} s:`);
    report(`${failures.length} of ${answered + failures.length} requests failed`);
    expect(failures).toEqual([]);
    expect(ingress.reused).toBeGreaterThan(answered / 2);
    await expectEachMailedOnce(rush);
  });
});

describe('the autoscalers', () => {
  let metrics: MetricsApi;
  afterAll(() => metrics.close());

  it('keep one worker while its queue is empty, and add one when deliveries wait', async () => {
    await site.operator.done(rollout);
    metrics = await MetricsApi.start(site);
    await until(async () => (await replicasOf('public-worker')) === 1);
    site.mail.hold();
    try {
      // Four attempts at a time, which end after five seconds: the last one starts after two and a half minutes.
      const rush = await people.submitMany(120);
      const seconds = await secondsOf(() => until(async () => (await replicasOf('public-worker')) === 2));
      report(`A second public worker is ready ${seconds} s after the mail server stopped answering`);
      site.mail.release();
      const mailed = async (): Promise<boolean> => {
        const to = new Set((await site.mails()).flatMap((mail) => mail.to));
        return rush.every((address) => to.has(address));
      };
      await until(mailed);
    } finally {
      site.mail.release();
    }
  });
});

// After the autoscalers: they remove a second pod only when they have seen for minutes that one is enough.
describe('with a second pod of each program,', () => {
  it('no request fails while a pod of each program is deleted', async () => {
    const { operator } = site;
    const newLoad = await people.load(await people.addAdmin('org_initech', 'admin@initech.example'));
    const patch = `'{"spec":{"minReplicas":2}}'`;
    for (const program of programs)
      await operator.done(`kubectl -n governance patch hpa ${program} --patch ${patch}`);
    for (const program of programs) await until(async () => (await replicasOf(program)) === 2);
    const rush = new Rush(newLoad, { count: 1, name: 'deletions' });
    await rush.during(async () => {
      for (const program of programs) {
        const label = `app.kubernetes.io/name=${program}`;
        const pods = await operator.done(`kubectl -n governance get pods -o name -l ${label}`);
        const [pod = ''] = pods.split('\n');
        const seconds = await secondsOf(() => operator.done(`kubectl -n governance delete ${pod}`));
        report(`A pod of ${program} has ended ${seconds} s after its deletion`);
        await until(async () => (await replicasOf(program)) === 2);
      }
    });
    expect(rush.failures).toEqual([]);
    await expectEachMailedOnce(rush);
  });
});

describe('a migration that fails', () => {
  const setPassword = (url: string): Promise<string> =>
    site.operator.done(
      `kubectl -n governance patch secret database-owner --patch '${JSON.stringify({ stringData: { url } })}'`,
    );

  it('is noticed by the documented wait, and can be run again', async () => {
    await setPassword(site.ownerUrl.replace(/:[^:@]+@/, ':wrong@'));
    const { code, stderr } = await site.operator.run(migration);
    expect(code).toBe(1);
    expect(stderr).toContain('timed out waiting for the condition on jobs/migrate-surfaces');
    await setPassword(site.ownerUrl);
    await site.operator.done(migration);
    for (const program of programs) expect(await replicasOf(program)).toBeGreaterThan(0);
  });
});
