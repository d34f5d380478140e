import { randomUUID } from 'node:crypto';
import { apiTextIn } from './api-text';

describe('apiTextIn', () => {
  const id = randomUUID();

  it.each([
    ['client_secret must be a string', ['client_secret']],
    ['needs m2m:credentials:read', ['m2m:credentials:read']],
    ['give an account-admin', ['account-admin']],
    [`Former member user_${id}`, [`user_${id.split('-', 1)[0] ?? ''}`, id]],
    [`of ${id}.`, [id]],
  ])('finds what is for programs: %s', (text, found) => {
    expect(apiTextIn(text)).toEqual(found);
  });

  it.each([
    '27 November 2026, 12:00:05 UTC',
    'https://login.example.org:8443',
    `${id}@example.org`,
    'sign-in',
  ])('leaves what people write: %s', (text) => {
    expect(apiTextIn(text)).toEqual([]);
  });
});
