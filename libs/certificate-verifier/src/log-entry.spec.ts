import { createHash } from 'node:crypto';
import { logCommitmentText, logEntryText, logMinute, logProofExtra, parseLogProofExtra } from './log-entry';

const salt = Uint8Array.from({ length: 16 }, (_, place) => place);
const event = { id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', salt } as const;
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const minute = '2026-11-28T06:35Z';

describe('an entry of the public log', () => {
  it('is a minute and the hash of a text', () => {
    const credentialDigest = sha256('e30.e30.c2ln');
    const text = logCommitmentText({ ...event, kind: 'issued', credentialDigest });
    expect(text).toBe(
      'certificate-log/v1\nissued\n3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19\nAAECAwQFBgcICQoLDA0ODw==\n' +
        `${credentialDigest.toString('base64')}\n`,
    );
    expect(logMinute(new Date('2026-11-28T06:35:59.999Z'))).toBe(minute);
    expect(logEntryText(minute, sha256(text))).toMatch(/^2026-11-28T06:35Z [\w+/]{43}=$/);
  });

  it('of a withdrawal has no credential', () => {
    expect(logCommitmentText({ ...event, kind: 'withdrawn' })).toBe(
      'certificate-log/v1\nwithdrawn\n3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19\nAAECAwQFBgcICQoLDA0ODw==\n\n',
    );
  });

  it('is made again from the salt and the minute of its proof', () => {
    const extra = logProofExtra({ salt, minute });
    expect(extra).toHaveLength(33);
    expect(parseLogProofExtra(extra)).toEqual({ salt, minute });
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a salt alone', salt],
    ['a shorter salt', logProofExtra({ salt: salt.subarray(1), minute })],
    ['another minute', logProofExtra({ salt, minute: '2026-11-28T06:61Z' })],
    ['a second', logProofExtra({ salt, minute: '2026-11-28T06:35:00Z' })],
    ['more', logProofExtra({ salt, minute: `${minute} ` })],
  ])('is not made from %s', (_, extra) => {
    expect(parseLogProofExtra(extra)).toBeUndefined();
  });
});
