import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { eventOf, LogUser, minute } from '../../spec/log-user';
import { exitCode } from '../exit-code';

const recordOf = (entry: number, event = eventOf(entry)): string =>
  JSON.stringify({
    entry,
    kind: event.kind,
    id: event.id,
    salt: Buffer.from(event.salt).toString('base64'),
    ...(event.credential !== undefined && {
      credential_sha256: createHash('sha256').update(event.credential).digest('base64'),
    }),
  });

describe('governance log verify', () => {
  let user: LogUser;
  beforeEach(() => {
    user = new LogUser();
  });
  afterEach(() => {
    user.end();
  });

  describe("with the operator's records", () => {
    const records = (...lines: readonly string[]): string[] => [
      '--records',
      user.save('records.jsonl', lines.map((line) => `${line}\n`).join('')),
    ];
    const all = (size: number): string[] => Array.from({ length: size }, (_, entry) => recordOf(entry));
    beforeEach(async () => {
      await user.publish(300);
    });

    it('finds a record of each entry, from stdin too', async () => {
      expect((await user.verify(...records(...all(300)))).code).toBe(exitCode.done);
      const args = ['log', 'verify', '--folder', user.log.folder, '--records', '-'];
      expect((await user.program.run(args, all(300).join('\n'))).code).toBe(exitCode.done);
    });

    it.each<[string, (lines: string[]) => string[], string, object]>([
      [
        'entries without one',
        (lines) => lines.toSpliced(299, 1).toSpliced(7, 2),
        `NO RECORD: Entry 7 of ${minute}\nNO RECORD: Entry 8 of ${minute}\nNO RECORD: Entry 299 of ${minute}\n`,
        { withoutRecord: [7, 8, 299].map((entry) => ({ entry, minute })) },
      ],
      [
        'all, if there are none',
        () => [],
        `NO RECORD: Entry 299 of ${minute}\n`,
        { differing: [], missing: [], erased: [] },
      ],
      [
        'an entry with another credential',
        (lines) => lines.with(8, recordOf(8, eventOf(8, 'forged'))),
        `OTHER RECORD: Entry 8 of ${minute} is not what the record of ${eventOf(8).id} says\n`,
        { differing: [{ entry: 8, minute, id: eventOf(8).id }] },
      ],
      [
        'an entry of another kind',
        (lines) => lines.with(8, recordOf(8, { ...eventOf(8), kind: 'withdrawn' })),
        'OTHER RECORD: Entry 8 ',
        { withoutRecord: [] },
      ],
      [
        'entries that the other data of the operator contradicts',
        (lines) =>
          ['not_submitted', 'other_result', 'not_withdrawn', 'earlier_release', 'confirmed'].reduce(
            (given, standing, entry) =>
              given.with(entry, JSON.stringify({ ...(JSON.parse(recordOf(entry)) as object), standing })),
            lines,
          ),
        `INVENTED: Entry 1 of ${minute}, record of ${eventOf(1).id}: its certificate says something else`,
        {
          invented: ['not_submitted', 'other_result', 'not_withdrawn'].map((standing, entry) => ({
            entry,
            minute,
            id: eventOf(entry).id,
            standing,
          })),
          unconfirmed: [{ first: 3, last: 3 }],
        },
      ],
      [
        'records without an entry',
        (lines) => [...lines, recordOf(300), '{"entry":301,"erased":true}'],
        `NO ENTRY: The record of ${eventOf(300).id} is of entry 300\nNO ENTRY: The record of an erased result is of entry 301\n`,
        { missing: [{ entry: 300, id: eventOf(300).id }, { entry: 301 }] },
      ],
    ])('lists %s', async (...[, change, listed, found]) => {
      const { code, out, err } = await user.verify(...records(...change(all(300))));
      expect([code, out]).toEqual([exitCode.negative, '']);
      expect(err).toContain(listed);
      const json = await user.verify(...records(...change(all(300))), '--output', 'json');
      expect(JSON.parse(json.out)).toMatchObject({ inOrder: false, problems: [], records: found });
    });

    it('reads records and checkpoints as editors save them', async () => {
      const asUtf16 = (name: string, text: string): string => {
        const file = user.save(name, '');
        writeFileSync(file, `\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');
        return file;
      };
      const since = asUtf16('since', await user.log.checkpoint());
      const lines = asUtf16('records.jsonl', all(300).join('\n'));
      expect((await user.verify('--since', since, '--records', lines)).code).toBe(exitCode.done);
    });

    it('lists erased ones apart: what they were can no longer be told', async () => {
      const lines = all(300).map((line, entry) =>
        entry < 42 || entry === 57 ? JSON.stringify({ entry, erased: true }) : line,
      );
      const { code, err } = await user.verify(...records(...lines));
      expect([code, err]).toEqual([
        exitCode.done,
        expect.stringContaining('because it was erased: 43 (0–41, 57)'),
      ]);
      const json = await user.verify(...records(...lines), '--output', 'json');
      expect(JSON.parse(json.out)).toMatchObject({
        inOrder: true,
        records: {
          erased: [
            { first: 0, last: 41 },
            { first: 57, last: 57 },
          ],
        },
      });
    });

    it('may have records of later entries than the checkpoint that was asked for', async () => {
      const at = user.save('at', await user.log.checkpoint());
      await user.publish(400);
      expect((await user.verify(...records(...all(400)), '--at', at)).code).toBe(exitCode.done);
      expect((await user.verify(...records(...all(300)), '--at', at)).code).toBe(exitCode.done);
      expect((await user.verify(...records(...all(300)))).code).toBe(exitCode.negative);
    });

    it.each<[string, string]>([
      ['no JSON', 'nonsense'],
      ['no entry', '{"kind":"issued"}'],
      ['a negative entry', recordOf(-1, eventOf(1))],
      ['no salt', recordOf(0).replace(/"salt":"[^"]+"/, '"salt":""')],
      ['another kind', recordOf(0).replace('issued', 'lost')],
      [
        'a credential that is no hash',
        recordOf(0).replace(/"credential_sha256":"./, '"credential_sha256":"'),
      ],
      ['another order', `${recordOf(1)}\n${recordOf(0)}`],
      ['an entry twice', `${recordOf(0)}\n${recordOf(0)}`],
    ])('refuses records with %s, and says in which line', async (_, lines) => {
      const { code, out, err } = await user.verify(...records(lines));
      expect([code, out, err]).toEqual([
        exitCode.usage,
        '',
        expect.stringMatching(/records\.jsonl, line [12]/),
      ]);
    });
  });
});
