import { LogFolder } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { LogUser } from '../../spec/log-user';
import { exitCode } from '../exit-code';

describe('governance log verify', () => {
  let user: LogUser;
  beforeEach(() => {
    user = new LogUser();
  });
  afterEach(() => {
    user.end();
  });

  describe('with an earlier checkpoint', () => {
    it('finds in order what extends it, and saves the next one', async () => {
      const file = user.path('checkpoint');
      await user.publish(0);
      for (const size of [0, 3, 256, 300, 300, 1_000]) {
        await user.publish(size);
        expect((await user.verify(...(size > 0 ? ['--since', file] : []), '--save', file)).code).toBe(
          exitCode.done,
        );
        expect(readFileSync(file, 'utf8')).toBe(user.read('checkpoint').toString());
      }
    });

    it.each<[string, [same: number, size: number], string]>([
      ['rewritten', [299, 400], 'REWRITTEN: The first 300 entries are not those that the log had'],
      ['rewritten from its beginning', [0, 301], 'REWRITTEN: The first 300 entries'],
      ['replaced by one of the same size', [299, 300], 'REWRITTEN: The first 300 entries'],
      ['shortened', [256, 256], 'SHORTENED: The log had 300 entries, and now shows 256'],
    ])('names a history that was %s, with both checkpoints', async (_, [same, size], problem) => {
      await user.publish(300);
      const earlier = await user.log.checkpoint();
      await user.rewrite({ same, size });
      expect((await user.verify()).code).toBe(exitCode.done);
      const { code, out, err } = await user.verify('--since', user.save('earlier', earlier));
      expect([code, err]).toEqual([exitCode.negative, expect.stringContaining(problem)]);
      const now = user.read('checkpoint').toString();
      expect(out).toBe(`${earlier}\n${now}\n`);
      const json = await user.verify('--since', user.path('earlier'), '--output', 'json');
      expect(JSON.parse(json.out)).toMatchObject({ inOrder: false, evidence: [earlier, now] });
    });

    it('names entries and tiles that agree, and that the log did not sign', async () => {
      await user.publish(300);
      const earlier = await user.log.checkpoint();
      await user.rewrite({ same: 299, size: 300 });
      user.log.write('checkpoint', earlier);
      expect(await user.verify('--since', user.save('earlier', earlier))).toMatchObject({
        code: exitCode.negative,
        out: '',
        err: expect.stringMatching(
          /TAMPERED: The entries do not give the tree of the checkpoint\n(?!REWRITTEN)/,
        ) as unknown,
      });
    });

    it('does not compare with a file that the log did not sign', async () => {
      await user.publish(3);
      const other = new LogFolder(user.path('other'));
      for (const content of ['', 'nonsense', await other.checkpoint()]) {
        const { code, err } = await user.verify('--since', user.save('earlier', content));
        expect([code, err]).toEqual([exitCode.usage, expect.stringContaining('earlier: ')]);
      }
    });
  });
});
