import { entryOfEvent } from '@governance/testing';
import { existsSync, rmSync } from 'node:fs';
import { eventOf, LogUser, minute } from '../../spec/log-user';
import { exitCode } from '../exit-code';

describe('governance log verify', () => {
  let user: LogUser;
  beforeEach(() => {
    user = new LogUser();
  });
  afterEach(() => {
    user.end();
  });

  it.each([0, 1, 255, 256, 257, 700])(
    'finds a log of %i entries in order, without a network',
    async (size) => {
      await user.publish(size);
      const { code, out, err } = await user.verify('--output', 'json', '--max-age', '1');
      expect([code, JSON.parse(out)]).toEqual([
        exitCode.done,
        expect.objectContaining({
          inOrder: true,
          size,
          origin: user.log.origin,
          problems: [],
          unchecked: [],
          remarks: [],
        }),
      ]);
      expect(err).toMatch(/^Witnessed 0 minutes ago, at .*Z\nChecked \d+ entries of assess\.example\.org/);
      expect((await user.verify()).out).toMatch(/^inOrder +true$/m);
    },
  );

  describe('reads every file', () => {
    beforeEach(async () => {
      await user.publish(700);
    });

    it.each<[string, () => void, string]>([
      [
        'an entry was changed',
        () => {
          user.changeByte('tile/entries/001', 44 * 64 + 40);
        },
        'TAMPERED: Entry 300 is not the one that the tree has there',
      ],
      [
        'a leaf was changed',
        () => {
          user.changeByte('tile/0/001', 44 * 32);
        },
        'TAMPERED: Entry 300 is not the one that the tree has there',
      ],
      [
        'an entry is something else',
        () => {
          user.changeByte('tile/entries/001', 44 * 64 + 6);
        },
        'TAMPERED: Entry 300 is no entry of a log of certificates',
      ],
      [
        'entries were left out',
        () => {
          user.log.write('tile/entries/001', user.read('tile/entries/001').subarray(64));
        },
        'NOT SERVED: tile/entries/001: it has 255 entries',
      ],
      [
        'a bundle is cut off',
        () => {
          user.log.write('tile/entries/001', user.read('tile/entries/001').subarray(0, -3));
        },
        'NOT SERVED: tile/entries/001: it is cut off',
      ],
      [
        'a tile is missing',
        () => {
          rmSync(user.path('log/tile/0/001'));
        },
        'NOT SERVED: tile/0/001: it does not exist',
      ],
      [
        'a tile is too short',
        () => {
          user.log.write('tile/0/001', Buffer.alloc(255 * 32));
        },
        'NOT SERVED: tile/0/001: it is too short',
      ],
      [
        'a file is huge',
        () => {
          user.log.write('tile/entries/000', Buffer.alloc(65_537));
        },
        'NOT SERVED: tile/entries/000: it is longer than 65536 bytes',
      ],
      [
        'the checkpoint was changed',
        () => {
          user.changeByte('checkpoint', user.log.origin.length + 1);
        },
        'NOT SERVED: checkpoint: The signature of assess.example.org/.well-known/certificate-log is invalid',
      ],
    ])('names it when %s', async (_, tamper, problem) => {
      tamper();
      const { code, out, err } = await user.verify('--save', user.path('checkpoint'));
      expect([code, out]).toEqual([exitCode.negative, '']);
      expect(err).toContain(problem);
      expect(err).toContain('error: The log is not in order');
      expect(existsSync(user.path('checkpoint'))).toBe(false);
      const json = await user.verify('--output', 'json');
      expect([json.code, JSON.parse(json.out)]).toMatchObject([
        exitCode.negative,
        { inOrder: false, problems: expect.arrayContaining([expect.stringContaining(problem)]) as unknown },
      ]);
    });

    it.each([700, 65_800])(
      'names a tile above the leaves that does not follow from them: of %i',
      async (size) => {
        await user.publish(size);
        user.changeByte(size > 65_536 ? 'tile/1/000' : 'tile/1/000.p/2', 33);
        expect((await user.verify()).err).toContain(
          'TAMPERED: Tile 0 of level 1 does not follow from the entries',
        );
      },
    );

    it('needs no parts of tiles that are complete by now', async () => {
      const earlier = user.save('earlier', await user.log.checkpoint());
      await user.publish(1_000);
      for (const path of ['tile/0/002.p', 'tile/entries/002.p'])
        rmSync(user.path(`log/${path}`), { recursive: true });
      expect((await user.verify('--at', earlier)).code).toBe(exitCode.done);
    });
  });

  it('remarks on minutes that cannot be true', async () => {
    const future = new Date(Date.now() + 3_600_000).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
    const minutes = [minute, '2026-11-20T12:10Z', '2026-11-20T12:05Z', '2026-11-20T12:04Z', future];
    user.log.append(minutes.map((each, n) => entryOfEvent({ ...eventOf(n), at: new Date(each) })));
    await user.log.publish();
    const { code, out } = await user.verify('--output', 'json');
    expect([code, JSON.parse(out)]).toMatchObject([
      exitCode.done,
      {
        remarks: [
          'Entry 3 is of 2026-11-20T12:04Z, after entry 1 of 2026-11-20T12:10Z',
          `Entry 4 is of ${future}, which is yet to come`,
        ],
      },
    ]);
  });

  it.each<[string, readonly string[]]>([
    ['both places', ['--issuer', 'https://assess.example.org']],
    ['no time', ['--max-age', 'soon']],
    ['a file that does not exist', ['--since', 'nothing']],
    ['records that do not exist', ['--records', 'nothing']],
    ['a trust file without a policy', ['--trust', 'empty.json']],
    ['a trust file that is no JSON', ['--trust', 'text.json']],
    ['an argument', ['checkpoint']],
  ])('exits with 2 for %s', async (_, more) => {
    await user.publish(1);
    user.save('empty.json', '{}');
    user.save('text.json', 'nonsense');
    const { code, out, err } = await user.verify(
      ...more.map((each) => (/^[a-z]+\.json$|^nothing$/.test(each) ? user.path(each) : each)),
    );
    expect([code, out]).toEqual([exitCode.usage, '']);
    expect(err).not.toMatch(/TAMPERED|in order/);
  });

  it('takes a folder that has no log for one that is not served', async () => {
    expect(await user.program.run(['log', 'verify', '--folder', user.program.home])).toMatchObject({
      code: exitCode.negative,
      err: expect.stringContaining('NOT SERVED: trust.json: it does not exist') as unknown,
    });
  });
});
