import { hashPassword, isCurrentHash, matchesPassword } from './password-hash';

describe('the hash of a password', () => {
  it('matches that password and no other', async () => {
    const hash = await hashPassword('correct horse battery staple');
    expect(await matchesPassword(hash, 'correct horse battery staple')).toBe(true);
    for (const other of ['', 'correct horse battery stapl', 'Correct horse battery staple', hash]) {
      expect(await matchesPassword(hash, other)).toBe(false);
    }
  });

  it('differs each time', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('is Argon2id, with its parameters § V11.4.2', async () => {
    const hash = await hashPassword('x');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=4\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(isCurrentHash(hash)).toBe(true);
  });

  it('matches with old parameters, and is recognized as outdated § V11.2.2', async () => {
    // By the reference implementation of Argon2: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`.
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await matchesPassword(hash, 'password')).toBe(true);
    expect(await matchesPassword(hash, 'passwore')).toBe(false);
    expect(isCurrentHash(hash)).toBe(false);
  });

  it('accepts the same characters in any Unicode composition § V6.2.8', async () => {
    const hash = await hashPassword('caf\u00e9');
    expect(await matchesPassword(hash, 'cafe\u0301')).toBe(true);
  });

  it('is refused in any other format', async () => {
    await expect(matchesPassword('password', 'password')).rejects.toThrow('not a password hash');
  });
});
