import { certificateIdIn } from './certificate-id-in';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';

function codeOf(payload: unknown): string {
  return ['{"alg":"ES256"}', JSON.stringify(payload), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}

describe('the certificate id in an entry', () => {
  it.each([
    id,
    ` ${id.toUpperCase()}\n`,
    `https://api.example.org/api/certification/verify/${id}`,
    `https://assess.example.org/verify/${id}?from=qr#top`,
    `Certificate ${id}`,
    codeOf({ id: `https://api.example.org/api/certification/verify/${id}` }),
  ])('is found in %j', (entry) => {
    expect(certificateIdIn(entry)).toBe(id);
  });

  it.each([
    '',
    'certificate',
    id.slice(1),
    `${id}0`,
    'a.b.c',
    'bm90anNvbg.bm90anNvbg.bm90anNvbg',
    codeOf(null),
    codeOf({ id: 42 }),
    codeOf({ other: id }),
  ])('is not found in %j', (entry) => {
    expect(certificateIdIn(entry)).toBeUndefined();
  });
});
