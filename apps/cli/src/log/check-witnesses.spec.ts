import { LogFolder } from '@governance/testing';
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

  describe('says who vouches for the log', () => {
    const witness = 'w1.witness.example';

    it('too few of the witnesses', async () => {
      await user.publish(3, { cosignedBy: [witness] });
      const { code, out, err } = await user.verify();
      expect([code, out]).toEqual([exitCode.unchecked, '']);
      expect(err).toContain('Not checked: whether the log shows everyone the same history: only 1 of the 2');
      const json = await user.verify('--output', 'json');
      expect(JSON.parse(json.out)).toMatchObject({
        inOrder: null,
        witnessedAt: null,
        witnesses: [expect.stringContaining(witness)],
      });
    });

    it('no one but the issuer', async () => {
      await user.publish(3);
      const file = user.save('open.json', user.log.trust(0));
      const open = await user.verify('--trust', file);
      expect([open.code, open.err]).toEqual([
        exitCode.done,
        expect.stringContaining('Remark: Not witnessed: the issuer alone vouches for this history'),
      ]);
      const own = await user.program.run(['log', 'verify', '--folder', user.log.folder]);
      expect([own.code, own.err]).toEqual([
        exitCode.done,
        expect.stringContaining('Remark: Only the issuer vouches for this log'),
      ]);
      const dated = await user.verify('--trust', file, '--max-age', '1h');
      expect([dated.code, dated.err]).toEqual([
        exitCode.unchecked,
        expect.stringContaining('Not checked: the age of the checkpoint'),
      ]);
    });

    it('and when, by the witnesses', async () => {
      await user.publish(3, { cosignedAt: new Date('2026-11-20T12:00:00Z') });
      const young = await user.verify('--max-age', '36500');
      expect([young.code, young.err]).toEqual([
        exitCode.done,
        expect.stringMatching(/Witnessed \d+ days ago, at 2026-11-20T12:00:00\.000Z/),
      ]);
      for (const maxAge of ['2', '2d', '48h', '90m'])
        expect(await user.verify('--max-age', maxAge)).toMatchObject({
          code: exitCode.negative,
          err: expect.stringContaining('TOO OLD: the witnesses saw the checkpoint ') as unknown,
        });
    });

    it('and refuses another log', async () => {
      await user.publish(3);
      const other = new LogFolder(user.path('other'));
      expect((await user.verify('--origin', user.log.origin)).code).toBe(exitCode.done);
      expect(await user.verify('--origin', 'other.example.org')).toMatchObject({
        code: exitCode.usage,
        err: expect.stringContaining('trust.json: it has no key of the log other.example.org') as unknown,
      });
      expect((await user.verify('--trust', user.save('other.json', other.trust()))).code).toBe(
        exitCode.negative,
      );
    });
  });
});
