import { type PlatformTypes } from '@governance/client';
import { usersOf } from './connection-users';
import { detailsOf } from './connection-view';

type Member = PlatformTypes['schemas']['Member'];

const member = (id: string, connection: string | null): Member => ({
  id,
  email: `${id}@example.org`,
  name: null,
  role: 'viewer',
  sign_in_method: connection === null ? 'password' : 'connection',
  connection_id: connection,
  second_factor: null,
  second_factor_reset_at: null,
  second_factors: null,
  last_sign_in_at: null,
  failed_sign_ins: null,
  joined_at: '2026-11-20T00:00:00.000Z',
});
const connection = (type: string) => detailsOf({ id: 'con_1', name: 'One', type, enabled: true }, []);
const members = [member('by-password', null), member('ours', 'con_1'), member('theirs', 'con_2')];

describe('the people who sign in with a connection', () => {
  it('are the members of that connection', () => {
    expect(usersOf(connection('enterprise'), members, 'theirs')).toEqual({
      count: 1,
      names: ['ours@example.org'],
      more: 0,
      includesYou: false,
    });
  });

  it('are those with a password, for the connection of passwords', () => {
    expect(usersOf(connection('database'), members, 'by-password')).toMatchObject({
      names: ['by-password@example.org'],
      includesYou: true,
    });
  });

  it('are at most ten names, and a number', () => {
    const many = Array.from({ length: 12 }, (_, index) => member(`m${index}`, 'con_1'));
    const { count, names, more } = usersOf(connection('enterprise'), many, '');
    expect([count, names.length, more]).toEqual([12, 10, 2]);
  });
});
