import { type ProgramEnd, readPdfText, type StoredMail, until } from '@governance/testing';
import { type MixedLoad } from '../spec/support/mixed-load';
import { type ServiceProxy } from '../spec/support/service-proxy';
import { type RollingSystem, startRollingSystem } from '../spec/support/rolling-system';

describe('two replicas of each service and worker, under fifty requests a second', () => {
  let system: RollingSystem;
  let load: MixedLoad;

  beforeAll(async () => {
    system = await startRollingSystem();
  });
  afterAll(async () => {
    await load.stop();
    await system.stop();
  });

  const count = async (from: string): Promise<number> => {
    const [row] = await system.sql(`SELECT count(*)::integer AS count FROM ${from}`);
    return Number(row?.count);
  };
  const mailsTo = (address: string): readonly StoredMail[] =>
    system.inbox.messages().filter(({ to }) => to.includes(address));

  describe('replaced one by one', () => {
    const ends: ProgramEnd[] = [];

    beforeAll(async () => {
      load = system.load();
      await load.start();
      // Replacing all four at once would leave a small machine no time for the requests.
      for (const pair of [[system.website.replicas, system.platform.replicas], system.workers]) {
        const ended = await Promise.all(pair.map((replicas) => replicas.replaceAll()));
        ends.push(...ended.flat());
      }
      // The new replicas also run alone for a while. A quick one may need a single connection, which stays with one replica.
      const before = load.answered;
      const proxies = [system.website.proxy, system.platform.proxy];
      await until(() => {
        for (const proxy of proxies.filter(({ answered }) => answered.size < 4)) proxy.closeIdleConnections();
        return load.answered >= before + 100 && proxies.every(({ answered }) => answered.size === 4);
      });
      await load.stop();
      await until(async () => (await count(`deliveries WHERE state = 'queued'`)) === 0);
    });

    it('fail no request, and each old and new replica gets a share', () => {
      expect({ failures: load.failures, errors: system.errors() }).toEqual({ failures: [], errors: [] });
      for (const { proxy } of [system.website, system.platform]) expect(proxy.answered.size).toBe(4);
    });

    it('each shut down in order and in time', () => {
      expect(ends).toHaveLength(8);
      for (const { code, stderr } of ends) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });

    it('store exactly the acknowledged submissions', async () => {
      const ids = (await system.sql('SELECT id FROM survey_results')).map(({ id }) => String(id));
      expect(ids.toSorted()).toEqual([...load.submitted.keys()].toSorted());
    });

    it('mail each certificate once', async () => {
      const withAddress = [...load.submitted].flatMap(([id, address]) => (address ? [{ id, address }] : []));
      expect(withAddress.length).toBeGreaterThan(3);
      for (const { id, address } of withAddress) {
        const certificates = mailsTo(address).flatMap(({ attachments }) => attachments);
        expect(certificates.map(({ contentType }) => contentType)).toEqual(['application/pdf']);
        expect(await readPdfText(certificates[0]?.content ?? Buffer.of())).toContain(id);
      }
    });

    it('mail from old workers as well as new ones', () => {
      const sent = ends.flatMap(({ stdout }) => stdout.match(/"outcome":"sent"/g) ?? []).length;
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(system.inbox.messages().length);
    });

    it('mail each invitation once', () => {
      expect(load.invited.length).toBeGreaterThan(1);
      expect(load.invited.filter((address) => mailsTo(address).length !== 1)).toEqual([]);
    });

    it('leave no parked delivery and no unfinished credential change', async () => {
      expect(await count(`deliveries WHERE state <> 'sent'`)).toBe(0);
      expect(await count('credential_intents')).toBe(0);
    });
  });

  describe('of which one ends before the proxy learns of it', () => {
    beforeEach(() => {
      load = system.load();
    });
    afterEach(() => load.stop());

    /** Resolves once a request with this prefix has failed, on a new connection. */
    const failing = async (proxy: ServiceProxy, request: string): Promise<void> => {
      await until(() => {
        proxy.closeIdleConnections();
        return load.failures.some((failure) => failure.startsWith(request));
      });
    };

    it('fail new requests after SIGTERM without effect, and finish running ones', async () => {
      const before = await count('survey_results');
      await load.start();
      const { proxy, replicas } = system.website;
      const { code } = await replicas.endUnannounced('SIGTERM', () =>
        failing(proxy, 'POST /api/survey-results'),
      );
      await load.stop();
      expect(code).toBe(0);
      for (const failure of load.failures) expect(failure).toMatch(/: 502 $/);
      expect((await count('survey_results')) - before).toBe(load.submitted.size);
    });

    it('fail requests if it is killed', async () => {
      await load.start();
      const { proxy, replicas } = system.platform;
      const { code } = await replicas.endUnannounced('SIGKILL', () => failing(proxy, 'GET'));
      expect(code).toBeNull();
    });
  });
});
