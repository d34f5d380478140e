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
    // Lost at the ends of lines, one or all.
    `https://api.example.org/api/certification/verify/${id.replace('-9c55-', '-9c55')}`,
    id.replaceAll('-', ''),
    `https://api.example.org/api/certification/verify/${id.replace('-9c55', '-\n9c55')}`,
    `https://api.example.org/api/certification/\r\nverify/${id}`,
    id.replaceAll('-', '\u2010'),
    id.replaceAll('-', '\u2011'),
    id.replace('-', '-\u00ad'),
    `\u200b${id}\u200b`,
    // What mails leave behind an address.
    `${id}.`,
    `${id}>`,
    `(${id})`,
    `${id},`,
    `${id}%20`,
    `“${id}”`,
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
